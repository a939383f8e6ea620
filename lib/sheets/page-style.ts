/**
 * The style of a menu's sheet, printed on A4 landscape and shown on a screen. Lengths are those of the paper. Nothing
 * has a fixed height and long words are broken, so that nothing can be cut.
 */
export const PAGE_STYLE = `@page{size:A4 landscape;margin:7mm 8mm 9mm;@bottom-center{content:counter(page) " / " counter(pages);font:8pt sans-serif}}
*{box-sizing:border-box}
body{margin:0;color:#000;background:#fff;font:8.5pt/1.35 "Noto Sans CJK SC","Source Han Sans SC","Noto Sans SC",
"PingFang SC","Microsoft YaHei","SimHei",sans-serif;overflow-wrap:anywhere;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
h1{margin-bottom:1mm;font-size:17pt;line-height:1.25;text-align:center}
h1 span{margin-left:.6em}
header{margin-bottom:1.5mm}
.warning{font-weight:700}
p.warning{margin:.5mm 0 1.5mm;padding:1mm;text-align:center;border:.5mm solid #000;font-size:13pt}
dl{display:flex;flex-wrap:wrap;gap:.3mm 5mm;font-size:8pt}
dl div{display:flex;gap:1.5mm}
dt{flex:none;font-weight:700}
dt::after{content:"："}
main{padding:0 .3mm}
table{width:100%;border-collapse:collapse;table-layout:fixed;margin-bottom:2mm}
caption{padding-bottom:.6mm;text-align:left;font-size:10pt;font-weight:700}
th,td{padding:.7mm 1.3mm;border:.25mm solid #000;vertical-align:top;text-align:left;font-weight:400}
thead{display:table-header-group}
thead th,tbody th,thead td{background:#e9efe6;font-weight:700}
thead th{text-align:center}
tr{break-inside:avoid}
.week tbody tr:first-child{break-inside:auto}
.week .names{width:16mm}
.week th[scope=row]{vertical-align:middle;text-align:center}
.week th span{font-weight:400}
.week tbody th span{display:block;margin-top:1mm;font-size:7.5pt}
ul{list-style:none}
li{break-inside:avoid}
li+li{margin-top:.7mm;padding-top:.7mm;border-top:.15mm dashed #777}
h2{font-size:9pt;line-height:1.3}
li p{font-size:8pt;line-height:1.32}
li p span{display:inline-block;max-width:100%}
li p b{font-weight:600}
.allergens{font-weight:700;font-size:7.5pt}
.energy td{text-align:center}
.none{text-align:center}
.nutrition{break-inside:avoid}
.nutrition .names{width:34mm}
.nutrition thead th span{display:block;font-weight:400;font-size:7.5pt}
.nutrition td{text-align:center}
.value{font-size:10pt;font-weight:700;line-height:1.25}
.also,.range,.fine,.off{font-size:7.5pt;line-height:1.3}
.off{font-weight:700;text-decoration:underline}
footer{font-size:7.5pt;break-inside:avoid}
@media screen{body{background:#ddd;font-size:11pt}main{width:297mm;margin:6mm auto;padding:9mm 8mm;background:#fff;
box-shadow:0 1mm 4mm #888}}`;
