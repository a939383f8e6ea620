import { api, send } from '../../api/client.ts';
import { Deletion } from '../../parts/confirm.tsx';
import type { Ends } from '../../parts/dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { type Dish, isOwn } from './dish.ts';

type Named = Pick<Dish, 'id' | 'name'>;

/** What copying a dish is called. */
export const copying = (dish: Pick<Dish, 'vender'>) => (isOwn(dish) ? '复制' : '复制为自己的');

/** Copies a dish into the own ones; answers the copy's id. */
export async function copyDish(dish: Named & Pick<Dish, 'vender'>): Promise<number | undefined> {
  const { ids } = await send(api.PUT('/api/dish/copy', { body: { id: dish.id } }));
  toast(isOwn(dish) ? `已复制「${dish.name}」` : `「${dish.name}」已复制为自己的菜品，可以修改了`);
  return ids[0];
}

/** Asks before dishes are deleted, and says what becomes of the menus that have them. */
export function DeleteDishes({ dishes, ...ends }: Ends & { readonly dishes: readonly Named[] }) {
  const names = dishes.map(({ name }) => `「${name}」`).join('');
  const what = dishes.length === 1 ? `菜品${names}` : ` ${dishes.length} 道菜品`;
  const run = () => send(api.DELETE('/api/dish', { body: { ids: dishes.map(({ id }) => id).join() } }));
  return (
    <Deletion {...{ what, run, ...ends }}>
      {dishes.length > 1 && <p>{names}</p>}
      <p>图片和食材用量一起删除，不能恢复。</p>
      <p>已提交、已发布的食谱不变。草稿食谱里排了它的地方会提醒「菜品已删除」，换成别的菜品后才能提交。</p>
    </Deletion>
  );
}
