import { choicesOf } from '../../api/enums.ts';
import { ChooseSome } from '../../parts/choices.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { PictureField } from '../../parts/picture.tsx';
import { UnitChoice } from '../../parts/unit-choice.tsx';
import { isPlatform, months } from './dish.ts';
import { type FieldsProps, IngredientTable } from './ingredient-table.tsx';

/** What is said of a dish: its name and kind, what it is made of, when it is served, how it looks, who else gets it. */
export function DishFields(props: FieldsProps) {
  const { work, change, failure } = props.editor;
  const { month, meals = [], icon, units } = work;
  const wrong = (field: string) => ({ wrong: failure?.about(field) });
  const field = (name: 'name' | 'marks' | 'poly', about: string = name) => ({
    value: work[name],
    onValue: (value: string) => change({ [name]: value }),
    ...wrong(about),
  });
  const none = (text: string) => ({ value: '', text });
  return (
    <fieldset class="stack" disabled={props.isFixed}>
      <div class="grid">
        <TextField label="名称" maxLength={100} {...field('name')} />
        <SelectField label="标记" choices={[none('请选择'), ...choicesOf('mark')]} {...field('marks', 'mark')} />
        <SelectField label="烹饪方式" choices={[none('无'), ...choicesOf('poly')]} {...field('poly')} />
      </div>
      <IngredientTable {...props} />
      <ChooseSome
        {...{ label: '供应月份（不选就是全年）', choices: months, values: month.map(String), ...wrong('month') }}
        onValues={(values) => change({ month: values.map(Number) })}
      />
      <ChooseSome
        {...{ label: '适合餐次（不选就是都适合）', choices: choicesOf('meal'), values: meals, ...wrong('meals') }}
        onValues={(values) => change({ meals: values as typeof meals })}
      />
      {!(props.isFixed && icon === '') && (
        <PictureField icon={icon} onIcon={(chosen) => change({ icon: chosen })} {...wrong('icon')} />
      )}
      {isPlatform() && !props.isFixed && (
        <UnitChoice
          {...{ label: '另给这些单位各一份', values: units, ...wrong('vendors') }}
          onValues={(chosen) => change({ units: chosen })}
        />
      )}
    </fieldset>
  );
}
