import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { dateOf, today } from '../../parts/format.ts';
import { Way } from '../../parts/way.tsx';
import { readUnit, type Unit } from './unit.ts';

const DAY_MS = 86_400_000;
/** So many days before its end a unit is due for renewal. */
export const ENDING_DAYS = 30;

/** A dialog with all that is told of a unit. */
export function UnitFacts({ unit: { id, name }, onClose }: { readonly unit: Unit; readonly onClose: () => void }) {
  return (
    <Dialog title={name} onClose={onClose}>
      <Facts id={id} />
      <div class="actions">
        <Way to={`/w/log?vender=${id}`}>它的日志</Way>
        <button type="button" onClick={onClose}>
          返回
        </button>
      </div>
    </Dialog>
  );
}

/** The facts of a unit one below the other; without an id of the own one. */
export function Facts({ id }: { readonly id?: number }) {
  const asked = useAsked(`${id}`, () => readUnit(id));
  return <Loaded asked={asked}>{({ unit }) => <FactList unit={unit} />}</Loaded>;
}

/** What is missing is left out. */
function FactList({ unit }: { readonly unit: Unit }) {
  const { account, category, users, roles, status, menuReview, contacts, phone, email } = unit;
  const facts = {
    ...{ 主账号: account, 类别: category, 人员: users === undefined ? '' : `${users} 位用户，${roles} 个角色` },
    ...{ 用到: <LastDay unit={unit} />, 状态: status ? '开放' : '已关闭' },
    食谱: menuReview ? '平台审核后发布' : '提交就发布，不用审核',
    地址: [unit.province, unit.city, unit.area, unit.address].join(' ').trim(),
    ...{ 联系人: contacts, 电话: phone, 邮箱: email },
  };
  return (
    <dl class="ruled">
      {unit.icon.startsWith('data:') && <img class="picture" src={unit.icon} alt="" />}
      {Object.entries(facts).map(
        ([name, told]) =>
          told !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{told}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The last day of a unit, and how near it is. */
export function LastDay({ unit: { expire } }: { readonly unit: Pick<Unit, 'expire'> }) {
  const date = dateOf(expire);
  const left = Math.round((Date.parse(date) - Date.parse(today())) / DAY_MS);
  return (
    <>
      <time>{date}</time>
      {left < 0 && <b class="high"> 已到期</b>}
      {left >= 0 && left <= ENDING_DAYS && <b class="low"> {left === 0 ? '今天到期' : `还有 ${left} 天`}</b>}
    </>
  );
}
