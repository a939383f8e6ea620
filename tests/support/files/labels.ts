/** The texts of a printed label, unescaped. */
function textsOf(svg: string): string[] {
  return Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text = '']) => unescapeText(text));
}

/** The labels of a page. */
export function pagesOf(html: string): string[] {
  return html.match(/<svg .*?<\/svg>/gs) ?? [];
}

/** The rows of the table: name, amount, per cent of the reference value. The first one is the header. */
export function rowsOf(svg: string): string[][] {
  return Array.from(svg.matchAll(/<g role="row">(.*?)<\/g>/g), ([, row = '']) => textsOf(row));
}

/** The texts below the table. */
export function notesOf(svg: string): string[] {
  return textsOf(svg.slice(svg.lastIndexOf('</g>')));
}

/** The texts above the table: name, unit, ingredients. */
export function headOf(svg: string): string[] {
  return textsOf(svg.slice(0, svg.indexOf('<rect')));
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
