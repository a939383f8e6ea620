import type { Schemas } from '../../../api/client.ts';

type RuleName = keyof Schemas['PlanRules'];
type Usual = number | undefined;
type Rule = readonly [name: RuleName, label: string, usual: Usual, off: number, exempt: string, counted?: string];

const daily = '主食、粥、奶类、饮品';
const plain = '白米饭、白馒头、奶类、饮品、水果不算';
const seasonings = '油、糖、调料、葱姜蒜';
const kinds = `不到 5 g 的、${seasonings}不算；不是全天供餐按餐次折算`;

/** By rule: its label, usual number, number where it is off, what is exempt, and what it counts if one of several. */
const rules = [
  ['liking', '先排学生爱吃的', undefined, 0, ''],
  ['riceAtBreakfast', '早餐不排米饭', undefined, 1, ''],
  ['porridgeAtLunch', '午餐不排粥', undefined, 1, ''],
  ['repeatDays', '几天内不重复', 3, 0, `${daily}可以天天有，一天一次；白米饭不限`],
  ['perDish', '同一道菜一周至多几次', 1, 50, `${plain}；菜不够时可到 2 次`],
  ['perCycle', '同一道菜四周至多几次', 2, 350, plain],
  ['sharedPerLunch', '两天午餐至多几道相同', 2, 50, plain],
  ['perWeek', '同一种水果一周至多几次', 2, 105, '', '水果'],
  ['classPerWeek', '动物肝脏一周至多几次', 1, 105, '', '动物肝脏'],
  ['friedPerWeek', '油炸一周至多几次', 2, 350, ''],
  ['mainPerWeek', '同一主料一周至多几次', 2, 350, `${daily}和蛋不算`],
  ['mainPerDay', '同一主料一天至多几道', 1, 50, `${daily}不算`],
  ['mainPerMeal', '同一主料一餐至多几道', 1, 50, `${daily}不算`],
  ['methodPerDay', '同一做法一天至多几道', 2, 50, `${daily}不算`],
  ['methodPerMeal', '同一做法一餐至多几道', 1, 50, `${daily}不算`],
  ['foodPerMeal', '同一食材一餐至多几道', 1, 50, `不到 15 g 的、主食里的粮、${seasonings}不算`],
  ['eggsPerMeal', '蛋一餐至多几道', 1, 50, ''],
  ['milkPerMeal', '奶和豆浆一餐至多几样', 1, 50, '不到 80 g 的不算'],
  ['ricePerMeal', '饭和粥一餐至多几样', 1, 50, ''],
  ['fruitPerMeal', '水果一餐至多几样', 1, 50, ''],
  ['darkAtLunch', '午餐至少几道深色蔬菜', 1, 0, '不到 30 g 的不算'],
  ['kindsPerDay', '每天至少几种食物', 12, 0, kinds],
  ['kindsPerWeek', '一周至少几种食物', 25, 0, kinds],
] as const satisfies readonly Rule[];

/** The typed numbers of rules; `off` where a rule is not kept, an empty text where it is as usual. */
export type RuleOptions = Readonly<Partial<Record<(typeof rules)[number][0], string>>>;
const OFF = 'off';

export function toRules(options: RuleOptions): Schemas['PlanRules'] {
  const typedRules = rules.flatMap(([name, , , off, , counted]: Rule) => {
    const text = options[name as keyof RuleOptions] ?? '';
    const number = text === OFF ? off : Number(text);
    return text === '' ? [] : [[name, counted === undefined ? number : { [counted]: number }]];
  });
  return Object.fromEntries(typedRules);
}

type FieldsProps = { readonly options: RuleOptions; readonly onOptions: (options: RuleOptions) => void };

/** The rules: each can be switched off, most have a number, and each says what is exempt from it. */
export const RuleFields = ({ options, onOptions }: FieldsProps) => (
  <details open={rules.some(([name]) => options[name])}>
    <summary>规则（去掉勾就不管）</summary>
    <p class="faint">锁定的菜不会换掉，也算在内。忌用、不当季、标准禁用和忌口的菜从不排，不在这里勾选。</p>
    <div class="grid">
      {rules.map(([name, label, usual, , exempt]) => {
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
