import type { ScreenForm } from '../domain/screen/screen.ts';

/** Lengths are hundredths of a pixel of the design, so that a page is as large as its screen. */
const SANS = `"PingFang SC","HarmonyOS Sans SC","Source Han Sans SC","Noto Sans CJK SC","Microsoft YaHei","WenQuanYi Micro Hei",sans-serif`;
const SERIF = `"Songti SC","Source Han Serif SC","Noto Serif CJK SC","STSong",${SANS}`;

const COMMON = `*{margin:0;padding:0;box-sizing:border-box}
html,body{height:100%;overflow:hidden}
body{font-family:${SANS};-webkit-text-size-adjust:none;text-size-adjust:none;cursor:none}
.page{position:absolute;left:50%;top:50%;overflow:hidden;visibility:hidden;opacity:0;word-break:break-all;overflow-wrap:anywhere}
.page.on{visibility:visible;opacity:1;transition:opacity .8s}
h1,h2,th{font-weight:600}
small{font-size:.24rem;font-weight:400}
ul{list-style:none}
table{border-collapse:collapse;width:100%}
svg{display:inline-block}
`;

/** A stage of so many hundred pixels in the middle of the window, as large as there is room for. */
function stage(selector: string, width: number, height: number): string {
  return `html${selector}{font-size:${100 / width}vw}
@media (min-aspect-ratio:${width * 10}/${height * 10}){html${selector}{font-size:${100 / height}vh}}
${selector} .page{width:${width}rem;height:${height}rem;margin:-${height / 2}rem 0 0 -${width / 2}rem}
`;
}

/** 1920 × 1080, or upright: paper white, black, and one green. */
const WALL = `${COMMON}${stage('', 19.2, 10.8)}${stage('.narrow', 10.8, 19.2)}body{background:#faf7ef;color:#22302a}
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
h2{font-size:.36rem;line-height:.48rem}
h2 small{font-size:.26rem;color:#55605a}
thead th{font-size:.26rem;line-height:.34rem;font-weight:400;color:#3d4842;padding:.04rem 0 .08rem .24rem;text-align:right;vertical-align:bottom}
thead th div{display:inline-block;min-width:1rem;max-width:4.8rem}
thead th span{white-space:nowrap}thead th .r{min-width:1.5rem}thead th .m{min-width:2.6rem}thead th .l{min-width:4.8rem}
thead th:first-child,tbody th{text-align:left;padding-left:0;width:100%}
tbody td,tbody th{border-top:.01rem solid #ddd5c2;padding-top:.07rem;padding-bottom:.06rem;line-height:1.34}
.nutrients tbody td,.nutrients tbody th{padding-top:.04rem;padding-bottom:.03rem}
tbody td{padding-left:.24rem;text-align:right;white-space:nowrap;font-feature-settings:"tnum";font-variant-numeric:tabular-nums}
tbody th{font-weight:500}
.meal th{font-size:.3rem;line-height:.4rem;padding:.14rem 0 .06rem;border-top:0;color:#1d6b45;font-weight:600}
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
.week{table-layout:fixed}
.week thead td{width:1.1rem}
.week thead th{font-size:.34rem;line-height:.5rem;font-weight:600;color:#22302a;text-align:left;padding:.1rem .14rem .14rem;width:auto}
.week thead th:first-child{padding-left:.14rem;width:auto}
.week small{font-size:.26rem;color:#55605a;margin-left:.06rem}
.week tbody th{font-size:.3rem;line-height:.44rem;color:#1d6b45;font-weight:600;width:1.1rem;vertical-align:top;padding:.16rem 0}
.week tbody td{text-align:left;vertical-align:top;white-space:normal;padding:.16rem .14rem}
.week li{padding-bottom:.06rem}
.week .today{background:#eaf1e6}
.narrow .week tbody th small{display:block;margin:0}
footer{position:absolute;left:.6rem;right:.6rem;bottom:.24rem;font-size:.24rem;line-height:.36rem;color:#55605a}
footer p{float:left}
footer p+p{float:right}
.narrow footer{left:.54rem;right:.54rem}.narrow footer p:first-child{width:8.6rem}
#age{position:fixed;left:50%;bottom:.16rem;font-size:.28rem;line-height:.5rem}
#age:empty{display:none}
#age{-webkit-transform:translateX(-50%);transform:translateX(-50%);padding:0 .4rem;border-radius:.3rem;background:#fbe3b8;color:#5c3500}
`;

/** 1280 × 320, or 640 × 320: large type on black. */
const LED = `${COMMON}${stage('', 12.8, 3.2)}${stage('.narrow', 6.4, 3.2)}body{background:#000;color:#fff}
.page{padding:0 .24rem}
.narrow .page{padding:0 .06rem}
h1{font-size:.62rem;line-height:.62rem;color:#ffc24d;white-space:nowrap}
p{line-height:1.05;font-weight:600;margin-left:-.9em}
p .whole{display:inline-block;white-space:nowrap;margin-left:.9em}p .long{display:block}
.none{padding-top:.9rem;margin:0;text-align:center;font-size:.76rem;color:#ffc24d}
#age{position:fixed;left:0;right:0;top:0;margin:0;font-size:.62rem;line-height:.66rem;color:#000;background:#ffc24d;padding:0 .1rem}
#age:empty{display:none}
`;

/** Type sizes as classes: the policy allows no `style` attributes. */
const SIZES = [114, 76, 60, 54, 48, 44, 42, 38, 34, 31, 30, 28, 27, 24]
  .map((size) => `.s${size} tbody th,.s${size} tbody td,p.s${size}{font-size:${size / 100}rem}`)
  .join('\n');

const SIZES_AFTER = '.meal th.meal,.dishes .meal th{font-size:.3rem}.week tbody th{font-size:.3rem}';

export const styles: Readonly<Record<ScreenForm, string>> = {
  wall: `${WALL}${SIZES}\n${SIZES_AFTER}`,
  led: `${LED}${SIZES}`,
};

/** Turns the pages where no script runs. */
export function turningStyle(pages: number, seconds: number): string {
  if (pages < 2) return '';
  const [all, end] = [pages * seconds, (100 / pages).toFixed(4)];
  const steps = `0%{visibility:visible}${end}%{visibility:hidden}100%{visibility:hidden}`;
  const delays = Array.from({ length: pages }, (_, index) => {
    const delay = `animation-delay:${index * seconds}s`;
    return `.page:nth-child(${index + 1}){-webkit-${delay};${delay}}`;
  });
  const turning = `animation:turn ${all}s step-end infinite`;
  return `@-webkit-keyframes turn{${steps}}@keyframes turn{${steps}}
.page{opacity:1;-webkit-${turning};${turning}}
${delays.join('')}`;
}
