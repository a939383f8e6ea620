import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { useState } from 'preact/hooks';
import { api, type Schemas, send } from '../../api/client.ts';
import { toEnumText } from '../../api/enums.ts';
import type { Permission } from '../../api/permissions.ts';
import { may } from '../../api/session.ts';
import { Dialog } from '../../parts/actions.tsx';
import { ChooseOne, ChooseSome, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { useQuery } from '../../parts/page.tsx';
import { listMenus } from '../planner/menu-calls.ts';
import * as css from './screen.module.css';

type NewScreenProps = { onCreated: (screen: ScreenFacts, address: string) => void; onClose: () => void };

export function NewScreen({ onCreated, onClose }: NewScreenProps) {
  const allowedForms = (['wall', 'led', 'phone'] as const).filter((form) => may(screenForms[form].permission));
  const newScreen: ScreenFacts = { name: '', form: allowedForms[0] ?? 'wall', levels: [] };
  const { data: groups = [] } = useQuery('groups', listGroups);
  const write = async (facts: ScreenFacts) => void onCreated(facts, await createScreen(facts));
  const formChoices = allowedForms.map((value) => ({ value, text: screenForms[value].name }));
  const groupChoices = groups.map((value) => ({ value, text: toEnumText('activity', value) }));
  const nameField = { label: '名称', hint: '挂在哪里或给谁看就叫什么，例如：一楼食堂', maxLength: 100, required: true };
  return (
    <FormDialog
      {...{ title: '新建大屏', submitLabel: '新建并取得地址', initial: { work: newScreen }, write, onClose }}
      // The address dialog replaces this one.
      onSaved={() => undefined}
    >
      {({ field }) => (
        <>
          <TextField {...nameField} {...field('name')} />
          <ChooseOne label="用什么屏" choices={formChoices} {...field('form')} />
          {groups.length > 1 && (
            <ChooseSome label="显示哪些人群（不选就是全部）" choices={groupChoices} {...field('levels')} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** The names of the groups of the newest menus. Without permission there is no choice: the screen shows all groups. */
async function listGroups(): Promise<string[]> {
  if (!may('menu.view')) return [];
  const { content: menus } = await listMenus({ pageSize: 20 });
  return [...new Set(menus.flatMap(({ groups }) => groups.map(({ name }) => name)))];
}

export type Screen = Schemas['Screen'];
export type ScreenFacts = Pick<Screen, 'name' | 'form' | 'levels'>;

/** The name, the permission, what to do with the address, and what viewers see after the screen is deleted. */
type ScreenForm = Readonly<{ name: string; permission: Permission; steps: readonly string[]; deletedText: string }>;

const wallSteps = ['切到全屏，并设为主页或开机启动。', '以后不用管：每分钟自动更新，断网时保留最后的内容。'];
const makeWallForm = (name: string, permission: Permission, firstStep: string): ScreenForm => {
  return { name, permission, steps: [firstStep, ...wallSteps], deletedText: '一分钟内会变成「此屏幕已停用」' };
};

/** The forms: screens on walls, and the page for parents' phones. */
export const screenForms: Readonly<Record<Screen['form'], ScreenForm>> = {
  wall: makeWallForm('电视', 'screen.wall', '用电视自带的浏览器打开这个地址，不用登录。'),
  led: makeWallForm('LED 横屏', 'screen.led', '在控制 LED 屏的电脑上打开这个地址，不用登录。'),
  phone: {
    name: '手机页面（家长）',
    permission: 'screen.phone',
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

type AddressDialogProps = { screen: ScreenFacts; address: string; onClose: () => void };

/** Shows the address of a screen as text and as a QR code. The service reveals it only once. */
export function AddressDialog({ screen: { name, form }, address, onClose }: AddressDialogProps) {
  const [copyLabel, setCopyLabel] = useState('复制地址');
  // Without HTTPS there is no clipboard.
  const writeAddress = async () => navigator.clipboard.writeText(address);
  const copy = () =>
    writeAddress().then(
      () => setCopyLabel('已复制'),
      () => setCopyLabel('请选中地址，按 Ctrl+C'),
    );
  return (
    <Dialog
      {...{ title: `「${name}」的地址`, onClose, closeLabel: '已经用上了' }}
      actions={[{ text: copyLabel, kind: 'main', run: copy }]}
    >
      <p class="notice warn">地址只显示这一次，请现在就用上。丢了可以在列表里「换新地址」。</p>
      <div class={`${css.address} grid`}>
        <QrCode text={address} />
        <div class="stack">
          <output aria-label="地址">{address}</output>
          <ol>
            {screenForms[form].steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <small>拿到地址的人都能看到公示的食谱。</small>
        </div>
      </div>
    </Dialog>
  );
}

/** The free margin that cameras need around a QR code, in modules. */
const QUIET_ZONE = 4;

/** A QR code. It is black on white in dark mode too: cameras need that. */
function QrCode({ text }: { readonly text: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      class={css.code}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      role="img"
      aria-label="地址的二维码"
    >
      <path d={toSvgPath(code)} />
    </svg>
  );
}
