import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';

/** A screen as the service lists it. */
export type Screen = components['schemas']['Screen'];
/** What a screen is told when it is made. */
export type ScreenFacts = Pick<Screen, 'name' | 'form' | 'levels'>;

/** What hangs on the wall, and the item that it needs. */
export const forms = {
  wall: { name: '电视', item: 19 },
  led: { name: 'LED 横屏', item: 20 },
} as const satisfies Record<Screen['form'], unknown>;

/** Makes a screen and answers its address, which the service tells this once. */
export async function createScreen({ name, form, levels }: ScreenFacts): Promise<string> {
  const { body } = await send(api.PUT('/api/screen', { body: { name, form, levels } }));
  return new URL(body?.address ?? '', location.href).href;
}
