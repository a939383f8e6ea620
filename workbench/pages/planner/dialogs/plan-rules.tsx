import type { Schemas } from '../../../api/client.ts';

type RuleName = Exclude<keyof Schemas['PlanRules'], 'budget' | 'capacity'>;
/**
 * A rule with its usual number; a rule without one is only on or off. `off` is the number that switches it off: the largest
 * maximum that the service takes, or no minimum. `exempt` says what is not counted, `counted` names what alone is counted.
 */
type Rule = { name: RuleName; label: string; usual?: number; off: number; exempt?: string; counted?: string };

const daily = '主食、粥、奶类、饮品';
const plain = '白米饭、白馒头、奶类、饮品、水果不算';
const seasonings = '油、糖、调料、葱姜蒜';
const smallFoods = `不到 15 g 的、主食里的粮、${seasonings}不算`;
const kinds = `不到 5 g 的、${seasonings}不算；不是全天供餐按餐次折算`;

const rules: readonly Rule[] = [
  { name: 'liking', label: '先排学生爱吃的', off: 0 },
  { name: 'riceAtBreakfast', label: '早餐不排米饭', off: 1 },
  { name: 'porridgeAtLunch', label: '午餐不排粥', off: 1 },
  { name: 'repeatDays', label: '几天内不重复', usual: 3, off: 0, exempt: `${daily}可以天天有，一天一次；白米饭不限` },
  { name: 'perDish', label: '同一道菜一周至多几次', usual: 1, off: 50, exempt: `${plain}；菜不够时可到 2 次` },
  { name: 'perCycle', label: '同一道菜四周至多几次', usual: 2, off: 350, exempt: plain },
  { name: 'sharedPerLunch', label: '两天午餐至多几道相同', usual: 2, off: 50, exempt: plain },
  { name: 'perWeek', label: '同一种水果一周至多几次', usual: 2, off: 105, counted: '水果' },
  { name: 'classPerWeek', label: '动物肝脏一周至多几次', usual: 1, off: 105, counted: '动物肝脏' },
  { name: 'friedPerWeek', label: '油炸一周至多几次', usual: 2, off: 350 },
  { name: 'mainPerWeek', label: '同一主料一周至多几次', usual: 2, off: 350, exempt: `${daily}和蛋不算` },
  { name: 'mainPerDay', label: '同一主料一天至多几道', usual: 1, off: 50, exempt: `${daily}不算` },
  { name: 'mainPerMeal', label: '同一主料一餐至多几道', usual: 1, off: 50, exempt: `${daily}不算` },
  { name: 'methodPerDay', label: '同一做法一天至多几道', usual: 2, off: 50, exempt: `${daily}不算` },
  { name: 'methodPerMeal', label: '同一做法一餐至多几道', usual: 1, off: 50, exempt: `${daily}不算` },
  { name: 'foodPerMeal', label: '同一食材一餐至多几道', usual: 1, off: 50, exempt: smallFoods },
  { name: 'eggsPerMeal', label: '蛋一餐至多几道', usual: 1, off: 50 },
  { name: 'milkPerMeal', label: '奶和豆浆一餐至多几样', usual: 1, off: 50, exempt: '不到 80 g 的不算' },
  { name: 'ricePerMeal', label: '饭和粥一餐至多几样', usual: 1, off: 50 },
  { name: 'fruitPerMeal', label: '水果一餐至多几样', usual: 1, off: 50 },
  { name: 'darkAtLunch', label: '午餐至少几道深色蔬菜', usual: 1, off: 0, exempt: '不到 30 g 的不算' },
  { name: 'kindsPerDay', label: '每天至少几种食物', usual: 12, off: 0, exempt: kinds },
  { name: 'kindsPerWeek', label: '一周至少几种食物', usual: 25, off: 0, exempt: kinds },
];

/** The typed numbers of rules; `off` where a rule is not kept, an empty text where it is as usual. */
export type RuleOptions = Readonly<Partial<Record<RuleName, string>>>;
const OFF = 'off';

export function toRules(options: RuleOptions): Schemas['PlanRules'] {
  const typedRules = rules.flatMap(({ name, off, counted }) => {
    const text = options[name] ?? '';
    const number = text === OFF ? off : Number(text);
    return text === '' ? [] : [[name, counted === undefined ? number : { [counted]: number }]];
  });
  return Object.fromEntries(typedRules);
}

type FieldsProps = { readonly options: RuleOptions; readonly onOptions: (options: RuleOptions) => void };

/** The rules: each can be switched off, most have a number, and each says what is exempt from it. */
export const RuleFields = ({ options, onOptions }: FieldsProps) => (
  <details open={rules.some(({ name }) => options[name])}>
    <summary>规则（去掉勾就不管）</summary>
    <p class="faint">锁定的菜不会换掉，也算在内。忌用、不当季、标准禁用和忌口的菜从不排，不在这里勾选。</p>
    <div class="grid">
      {rules.map(({ name, label, usual, exempt }) => {
        const value = options[name] ?? '';
        const set = (text: string) => onOptions({ [name]: text });
        return (
          <div key={name} class="field">
            <div class="row">
              <label>
                <input type="checkbox" checked={value !== OFF} onChange={() => set(value === OFF ? '' : OFF)} />
                {label}
              </label>
              {usual !== undefined && value !== OFF && (
                <input
                  {...{ type: 'number', min: 0, value, placeholder: `${usual}`, 'aria-label': label }}
                  onInput={({ currentTarget }) => set(currentTarget.value)}
                />
              )}
            </div>
            {exempt && <small>{exempt}</small>}
          </div>
        );
      })}
    </div>
  </details>
);
