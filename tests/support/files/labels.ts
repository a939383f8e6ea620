/** The texts of a printed label, unescaped. */
function readTexts(svg: string): string[] {
  return Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text = '']) => unescapeText(text));
}

export function listLabels(html: string): string[] {
  return html.match(/<svg .*?<\/svg>/gs) ?? [];
}

/** The rows of the table: name, amount, per cent of the reference value. The first one is the header. */
export function readLabelRows(svg: string): string[][] {
  return Array.from(svg.matchAll(/<g role="row">(.*?)<\/g>/g), ([, row = '']) => readTexts(row));
}

/** The texts below the table. */
export const readNotes = (svg: string): string[] => readTexts(svg.slice(svg.lastIndexOf('</g>')));

/** The texts above the table: name, unit, ingredients. */
export const readHead = (svg: string): string[] => readTexts(svg.slice(0, svg.indexOf('<rect')));

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
