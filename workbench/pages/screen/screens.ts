import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';

/** A screen in the list. */
export type Screen = components['schemas']['Screen'];
/** The facts that create a screen. */
export type ScreenFacts = Pick<Screen, 'name' | 'form' | 'levels'>;

interface Form {
  readonly name: string;
  readonly item: number;
  readonly steps: readonly string[];
  /** What viewers see after the screen is deleted. */
  readonly deletedText: string;
}

const WALL_STEPS = ['切到全屏，并设为主页或开机启动。', '以后不用管：每分钟自动更新，断网时保留最后的内容。'];
const DISABLED = '一分钟内会变成「此屏幕已停用」';

/** The forms: screens on walls, and the page for parents' phones. */
export const forms: Readonly<Record<Screen['form'], Form>> = {
  wall: {
    name: '电视',
    item: 19,
    steps: ['用电视自带的浏览器打开这个地址，不用登录。', ...WALL_STEPS],
    deletedText: DISABLED,
  },
  led: {
    name: 'LED 横屏',
    item: 20,
    steps: ['在控制 LED 屏的电脑上打开这个地址，不用登录。', ...WALL_STEPS],
    deletedText: DISABLED,
  },
  phone: {
    name: '手机页面（家长）',
    item: 19,
    steps: [
      '把二维码或地址发给家长，例如发到班级群。打开不用登录。',
      '家长看到本周和下周公示的食谱，可以标出孩子不能吃的。',
      '在地址后面加上 /menu.ics，就可以订阅到日历。',
    ],
    deletedText: '会打不开，家长看到「数据大屏已删除」',
  },
};

/** Creates a screen and returns its address, which the service reveals only once. */
export async function createScreen({ name, form, levels }: ScreenFacts): Promise<string> {
  const { body } = await send(api.PUT('/api/screen', { body: { name, form, levels } }));
  return new URL(body?.address ?? '', location.href).href;
}
