import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Way } from '../../parts/way.tsx';

type Step = components['schemas']['GuideStep'];

/** The page that does each step. */
const ways: Readonly<Record<Step['step'], string>> = {
  config: '/w/settings',
  standard: '/w/standard',
  user: '/w/user',
  mark: '/w/ingredient',
  dish: '/w/dish',
  menu: '/w/menus',
  submit: '/w/planner',
  publish: '/w/review',
};

/** The steps from settings to a published menu. They step back once all are done. */
export function Guide() {
  const asked = useAsked('guide', async () => (await send(api.GET('/api/guide'))).body);
  return (
    <Loaded asked={asked}>
      {(steps) => {
        const left = steps.filter(({ done }) => !done).length;
        return (
          <details open={left > 0}>
            <summary>
              <h2>使用步骤</h2> <small>{left === 0 ? `${steps.length} 步都已完成` : `还差 ${left} 步`}</small>
            </summary>
            <ol class="grid narrow ruled">
              {steps.map(({ step, name, done, count }) => (
                <li key={step}>
                  <Way to={ways[step]}>{name}</Way>
                  {done ? <small class="good">✓ 已完成 {count}</small> : <small class="low">待完成</small>}
                </li>
              ))}
            </ol>
          </details>
        );
      }}
    </Loaded>
  );
}
