import { allergenChoices } from '../domain/ingredient/allergen.ts';
import type { ScreenForm } from '../domain/screen/screen.ts';
import { DAYS_OF_WEEK } from '../domain/values/calendar.ts';

const SANS = `"PingFang SC","HarmonyOS Sans SC","Source Han Sans SC","Noto Sans CJK SC","Microsoft YaHei","WenQuanYi Micro Hei",sans-serif`;
const SERIF = `"Songti SC","Source Han Serif SC","Noto Serif CJK SC","STSong",${SANS}`;

/** What all pages have in common. */
const PLAIN = `*{margin:0;padding:0;box-sizing:border-box}
ul{list-style:none}
table{border-collapse:collapse;width:100%}
`;

/** What the pages on a wall have in common. Televisions may be ten years old: hence floats and rules with `-webkit-`. */
const HUNG = `${PLAIN}html,body{height:100%;overflow:hidden}
body{font-family:${SANS};-webkit-text-size-adjust:none;text-size-adjust:none;cursor:none}
.page{position:absolute;left:50%;top:50%;overflow:hidden;visibility:hidden;opacity:0;word-break:break-all;overflow-wrap:anywhere}
.page.on{visibility:visible;opacity:1;transition:opacity .8s}
h1,h2,th{font-weight:600}
small{font-size:.24rem;font-weight:400}
#age{position:fixed}
#age:empty{display:none}
`;

/**
 * Writes the style that centres the slides, which are the elements of the class `page`, and scales them to the size of the
 * screen: 1rem is 100 pixels of the design. `width` and `height` are in rem, in tenths: a media query takes whole numbers.
 */
function writeSlideStyle(selector: string, width: number, height: number): string {
  return `html${selector}{font-size:${100 / width}vw}
@media (min-aspect-ratio:${width * 10}/${height * 10}){html${selector}{font-size:${100 / height}vh}}
${selector} .page{width:${width}rem;height:${height}rem;margin:-${height / 2}rem 0 0 -${width / 2}rem}
`;
}

/** The design for 1920 × 1080, or upright: paper white, black and one green. First its slides with their headers and halves. */
const WALL_FRAME = `${HUNG}${writeSlideStyle('', 19.2, 10.8)}${writeSlideStyle('.narrow', 10.8, 19.2)}body{background:#faf7ef;color:#22302a}
.page{padding:.5rem .6rem 0}
.narrow .page{padding:.5rem .54rem 0}
header{position:relative;padding-bottom:.14rem;border-bottom:.04rem solid #1d6b45}
header .unit{width:13rem;font-size:.34rem;line-height:.46rem;color:#1d6b45}
header .unit.long{font-size:.26rem;line-height:.34rem}
h1{font-family:${SERIF};font-size:.68rem;line-height:.9rem;font-weight:700;letter-spacing:.04rem}
.date{position:absolute;right:0;bottom:.2rem;font-size:.5rem;line-height:.6rem;font-weight:600}
.date span{font-size:.34rem;font-weight:400;margin-left:.24rem;color:#55605a}
.body{padding-top:.2rem}
.body:after{content:"";display:block;clear:both}
.half{float:left;width:8.72rem}
.half+.half{float:right}
.narrow .half{float:none;width:9.72rem;padding-bottom:.3rem}
.narrow header .unit{width:9.72rem}
`;

/** The tables of a day. `s`, `r` and `m` are the `COLUMN_WIDTHS`, and `l` the `WIDEST_COLUMN`, of `slide-table.ts`; `s` needs no rule. */
const WALL_DAY = `h2{font-size:.36rem;line-height:.48rem}
h2 small{font-size:.26rem;color:#55605a}
thead th{font-size:.26rem;line-height:.34rem;font-weight:400;color:#3d4842;padding:.04rem 0 .08rem .24rem;text-align:right;vertical-align:bottom}
thead th div{display:inline-block;min-width:1rem;max-width:4.8rem}
thead th span{white-space:nowrap}thead th .r{min-width:1.5rem}thead th .m{min-width:2.6rem}thead th .l{min-width:4.8rem}
thead th:first-child,tbody th{text-align:left;padding-left:0;width:100%}
tbody td,tbody th{border-top:.01rem solid #ddd5c2;padding-top:.07rem;padding-bottom:.06rem;line-height:1.34}
.nutrients tbody td,.nutrients tbody th{padding-top:.04rem;padding-bottom:.03rem}
tbody td{padding-left:.24rem;text-align:right;white-space:nowrap;font-feature-settings:"tnum";font-variant-numeric:tabular-nums}
tbody th{font-weight:500}
.dishes .meal th{font-size:.3rem;line-height:.4rem;padding:.14rem 0 .06rem;border-top:0;color:#1d6b45;font-weight:600}
.dishes tbody tr:first-child th{padding-top:.08rem}
.dishes small{margin-left:.12rem;color:#8a4b08;line-height:1}
.dishes small span{white-space:nowrap}
.nutrients small{color:#55605a}
.nutrients b{display:inline-block;min-width:.5rem;margin-left:.14rem;font-size:.24rem;font-weight:600;text-align:left}
.nutrients.wide b{min-width:.98rem}
.nutrients i{display:inline-block;min-width:1.1rem;font-style:normal}
.nutrients svg{width:2.5rem;height:.22rem;margin-right:.28rem;vertical-align:.04rem}
.track{fill:#e6dfce}.tolerance{fill:#c3dcc8}.range{fill:#7fb894}circle{fill:#1d6b45}
.good{color:#1d6b45}.low{color:#8a4b08}.high{color:#a3261b}.unsure{color:#55605a}
svg.low circle{fill:#b5680f}svg.high circle{fill:#a3261b}svg.unsure circle{fill:#7d877f}
.none{padding-top:2.6rem;text-align:center;font-family:${SERIF};font-size:.6rem;color:#55605a}
.half .none{padding-top:1.6rem;font-size:.44rem}
`;

/** The table of a week. `week-slides.ts` measures with these lengths. */
const WALL_WEEK = `.week{table-layout:fixed}
.week thead td{width:1.1rem}
.week thead th{font-size:.34rem;line-height:.5rem;font-weight:600;color:#22302a;text-align:left;padding:.1rem .14rem .14rem;width:auto}
.week thead th:first-child{padding-left:.14rem;width:auto}
.week small{font-size:.26rem;color:#55605a;margin-left:.06rem}
table.week tbody th{font-size:.3rem;line-height:.44rem;color:#1d6b45;font-weight:600;width:1.1rem;vertical-align:top;padding:.16rem 0}
.week tbody td{text-align:left;vertical-align:top;white-space:normal;padding:.16rem .14rem}
.week li{padding-bottom:.06rem}
.week .today{background:#eaf1e6}
.narrow .week tbody th small{display:block;margin:0}
`;

const WALL_FOOTER = `footer{position:absolute;left:.6rem;right:.6rem;bottom:.24rem;font-size:.24rem;line-height:.36rem;color:#55605a}
footer p{float:left}
footer p+p{float:right}
.narrow footer{left:.54rem;right:.54rem}.narrow footer p:first-child{width:8.6rem}
#age{left:50%;bottom:.16rem;font-size:.28rem;line-height:.5rem}
#age{-webkit-transform:translateX(-50%);transform:translateX(-50%);padding:0 .4rem;border-radius:.3rem;background:#fbe3b8;color:#5c3500}
`;

/** The design for 1280 × 320, or 640 × 320: large type on black. */
const LED = `${HUNG}${writeSlideStyle('', 12.8, 3.2)}${writeSlideStyle('.narrow', 6.4, 3.2)}body{background:#000;color:#fff}
.page{padding:0 .24rem}
.narrow .page{padding:0 .06rem}
h1{font-size:.62rem;line-height:.62rem;color:#ffc24d;white-space:nowrap}
p{line-height:1.05;font-weight:600;margin-left:-.9em}
p .whole{display:inline-block;white-space:nowrap;margin-left:.9em}p .long{display:block}
.none{padding-top:.9rem;margin:0;text-align:center;font-size:.76rem;color:#ffc24d}
#age{left:0;right:0;top:0;margin:0;font-size:.62rem;line-height:.66rem;color:#000;background:#ffc24d;padding:0 .1rem}
`;

/** The ids of a phone page's inputs for days, by their index, and for allergens. What an input styles has its id as a class. */
export const dayIds = Array.from({ length: 2 * DAYS_OF_WEEK }, (_, dayIndex) => `d${dayIndex}`);
export const idByAllergen = new Map(allergenChoices.map(({ key }, allergenIndex) => [key, `a${allergenIndex}`]));

/** For phones from 320 pixels on with any type size, and browsers of 2020, such as WeChat's. `:has` may be missing, so inputs precede what they style. */
const PHONE = `${PLAIN}:root{color-scheme:light dark;--paper:#faf7ef;--wash:#f1ecdf;--ink:#22302a;--faint:#55605a;--line:#ddd5c2;--green:#1d6b45;--on:#fff;--low:#8a4b08;--high:#a3201d}
@media (prefers-color-scheme:dark){:root{--paper:#161b18;--wash:#242c27;--ink:#e8e6dc;--faint:#a7afa8;--line:#38413b;--green:#7cc79b;--on:#10201a;--low:#e5ad62;--high:#f09a92}}
body{background:var(--paper);color:var(--ink);font-family:${SANS};line-height:1.5;overflow-wrap:anywhere}
main{display:flex;flex-wrap:wrap;max-width:34rem;margin:0 auto;padding:1rem 12px 2rem}
main>*{width:100%}
h1,h2{font-family:${SERIF};line-height:1.3}
h1{font-size:1.5rem;color:var(--green)}
h2{font-size:1.25rem}
h2 small{white-space:nowrap}
h3{margin-top:1rem;padding-bottom:.25rem;border-bottom:2px solid var(--green);font-size:1.05rem;color:var(--green)}
.menu{border:0;color:var(--ink)}
small,.pick,footer{font-size:.85rem;font-weight:400;color:var(--faint)}
.pick{margin-top:.75rem}
main>input{width:1px;height:1px;margin-right:-1px;opacity:0}
main>label{width:auto;min-width:14.2%;padding:.25rem .2rem;border:1px solid transparent;border-radius:6px;font-size:.85rem;line-height:1.35;text-align:center;white-space:nowrap}
label b{display:block}
label.none{color:var(--faint)}
[type=checkbox]+label{min-width:0;margin:.25rem .35rem 0 0;padding:.15rem .6rem;border-color:var(--line)}
:checked+label{background:var(--green);color:var(--on)}
:focus-visible+label{outline:2px solid var(--ink);outline-offset:1px}
.day{display:none;margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
${dayIds.map((id) => `#${id}:checked~.${id}`).join()}{display:block}
li{display:grid;grid-template:1fr auto auto 1fr/minmax(0,1fr) auto;padding:.5rem 0;border-bottom:1px solid var(--line)}
li b{grid-area:2/1;font-weight:500;text-decoration:var(--struck,none)}
li p{grid-area:3/1;font-size:.85rem;color:var(--low)}
li img{grid-area:1/2/5;width:64px;height:64px;margin-left:12px;border-radius:6px;object-fit:cover;filter:var(--pale,none)}
${Array.from(idByAllergen.values(), (id) => `#${id}:checked~.day .${id},#${id}:checked~.day .unsure`).join()}{color:var(--faint);--struck:line-through;--pale:grayscale(1) opacity(.4)}
summary{padding:.75rem 0 .25rem;color:var(--green);font-weight:600;cursor:pointer}
th,td{padding:.2rem 0;border-bottom:1px solid var(--line);font-weight:400;text-align:left;font-variant-numeric:tabular-nums}
td{padding-left:.5rem;text-align:right;overflow-wrap:normal}
td+td{white-space:nowrap;color:var(--green)}
td.low{color:var(--low)}td.high{color:var(--high)}td.gap{color:var(--faint)}
footer{margin-top:1.5rem}
a{color:var(--green)}
`;

/** The type sizes of tables and phrases, in pixels of the design. */
const TYPE_SIZES = [114, 76, 60, 54, 48, 44, 42, 38, 34, 31, 30, 28, 27, 24] as const;
export type TypeSize = (typeof TYPE_SIZES)[number];
/** `s54` is the class of 54. Sizes are classes, since the policy allows no `style` attributes. */
const TYPE_SIZE_RULES = TYPE_SIZES.map(
  (size) => `.s${size} tbody th,.s${size} tbody td,p.s${size}{font-size:${size / 100}rem}`,
).join('\n');

export const styleByForm: Readonly<Record<ScreenForm, string>> = {
  wall: `${WALL_FRAME}${WALL_DAY}${WALL_WEEK}${WALL_FOOTER}${TYPE_SIZE_RULES}`,
  led: `${LED}${TYPE_SIZE_RULES}`,
  phone: PHONE,
};

/** Writes the style that turns the slides in browsers without scripts; empty if there is nothing to turn. */
export function writeTurningStyle(slideCount: number, secondsPerSlide: number): string {
  if (slideCount < 2) return '';
  const endPercent = (100 / slideCount).toFixed(4);
  const frames = `0%{visibility:visible}${endPercent}%{visibility:hidden}100%{visibility:hidden}`;
  const delays = Array.from({ length: slideCount }, (_, slideIndex) => {
    const delay = `animation-delay:${slideIndex * secondsPerSlide}s`;
    return `.page:nth-child(${slideIndex + 1}){-webkit-${delay};${delay}}`;
  });
  const turning = `animation:turn ${slideCount * secondsPerSlide}s step-end infinite`;
  return `@-webkit-keyframes turn{${frames}}@keyframes turn{${frames}}
.page{opacity:1;-webkit-${turning};${turning}}
${delays.join('')}`;
}
