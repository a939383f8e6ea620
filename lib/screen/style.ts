import type { ScreenForm } from '../domain/screen/screen.ts';

/** Lengths are hundredths of a pixel of the design, so that a page is as large as its screen. */
const SANS = `"PingFang SC","HarmonyOS Sans SC","Source Han Sans SC","Noto Sans CJK SC","Microsoft YaHei","WenQuanYi Micro Hei",sans-serif`;
const SERIF = `"Songti SC","Source Han Serif SC","Noto Serif CJK SC","STSong",${SANS}`;

const COMMON = `*{margin:0;padding:0;box-sizing:border-box}
html,body{height:100%;overflow:hidden}
body{font-family:${SANS};-webkit-text-size-adjust:none;text-size-adjust:none;cursor:none}
#content{position:absolute;left:50%;top:50%;overflow:hidden}
.page{position:absolute;left:0;top:0;width:100%;height:100%;overflow:hidden;visibility:hidden;opacity:0;word-break:break-all;overflow-wrap:anywhere}
.page.on{visibility:visible;opacity:1;transition:opacity .8s}
h1,h2,th{font-weight:600}
small{font-size:.24rem;font-weight:400}
ul{list-style:none}
table{border-collapse:collapse;width:100%}
svg{display:inline-block}
`;

/** 1920 × 1080: paper white, black, and one green. */
const WALL = `${COMMON}html{font-size:5.208333vw}
@media (min-aspect-ratio:16/9){html{font-size:9.259259vh}}
body{background:#faf7ef;color:#22302a}
#content{width:19.2rem;height:10.8rem;margin:-5.4rem 0 0 -9.6rem}
.page{padding:.5rem .6rem 0}
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
h2{font-size:.36rem;line-height:.48rem}
h2 small{font-size:.26rem;color:#55605a}
thead th{font-size:.26rem;line-height:.34rem;font-weight:400;color:#55605a;padding:.04rem 0 .08rem .24rem;text-align:right;vertical-align:bottom}
thead th div{display:inline-block;min-width:1rem;max-width:4.8rem}
thead th .m{min-width:2.6rem}thead th .l{min-width:4.8rem}
thead th:first-child,tbody th{text-align:left;padding-left:0;width:100%}
tbody td,tbody th{border-top:.01rem solid #ddd5c2;padding-top:.07rem;padding-bottom:.06rem;line-height:1.34}
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
.track{fill:#e6dfce}.range{fill:#a9cdb5}circle{fill:#1d6b45}
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
footer{position:absolute;left:.6rem;right:.6rem;bottom:.24rem;font-size:.24rem;line-height:.36rem;color:#55605a}
footer p{float:left}
footer p+p{float:right}
#age{position:fixed;left:50%;bottom:.16rem;font-size:.28rem;line-height:.5rem}
#age:empty{display:none}
#age{-webkit-transform:translateX(-50%);transform:translateX(-50%);padding:0 .4rem;border-radius:.3rem;background:#fbe3b8;color:#5c3500}
`;

/** 1280 × 320: large type on black. */
const LED = `${COMMON}html{font-size:7.8125vw}
@media (min-aspect-ratio:4/1){html{font-size:31.25vh}}
body{background:#000;color:#fff}
#content{width:12.8rem;height:3.2rem;margin:-1.6rem 0 0 -6.4rem}
.page{padding:.2rem .4rem 0}
h1{font-size:.4rem;line-height:.48rem;color:#ffc24d}
p{line-height:1.2;font-weight:600}
p span{margin-right:.9em}p .whole{display:inline-block;white-space:nowrap}
.none{padding-top:.9rem;text-align:center;font-size:.68rem;color:#ffc24d}
#age{position:fixed;right:.4rem;top:.2rem;font-size:.34rem;line-height:.48rem;color:#000;background:#ffc24d;padding:0 .2rem}
#age:empty{display:none}
`;

/** Type sizes as classes: the policy allows no `style` attributes. */
const SIZES = [92, 72, 60, 54, 48, 46, 42, 40, 38, 34, 31, 30, 28, 27, 24]
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
