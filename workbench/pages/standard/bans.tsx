import { read } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { ChooseSome, SelectField, TextAreaField } from '../../parts/field.tsx';
import { Finder } from '../../parts/finder.tsx';
import type { FormState } from '../../parts/form.tsx';
import { foodName, may, useFoodDetails } from '../dish/dish.tsx';
import { type StandardWork, splitList } from './standard.tsx';

/** The choice of cold dishes of meat or fish. No dish has it as its mark. */
const COLD_MEAT = { value: '冷荤', text: '冷荤（有肉或鱼的凉菜）' };

async function findFoods(keyword: string) {
  return (await read('/api/ingredient', { keyword })).content;
}

/** The fields for what a standard forbids and for the units that get it. */
export function BanFields({ work, change, field }: FormState<StandardWork>) {
  const codes = splitList(work.forbidden);
  useFoodDetails(codes);
  const otherCategories = work.unitCategories.filter(
    (category) => !listEnumChoices('category').some(({ value }) => value === category),
  );
  return (
    <>
      <TextAreaField
        label="禁止供应的食材（编码，用逗号隔开）"
        rows={2}
        hint={codes.map(foodName).join('、')}
        {...field('forbidden')}
      />
      {may.seeFoods() && (
        <Finder
          {...{ label: '添加禁止供应的食材', hint: '输入名称或拼音，回车选第一个', find: findFoods }}
          itemKey={({ code }) => code}
          text={({ code, name, alias }) => `${alias ?? name} ${code}`}
          onPick={({ code }) => change({ forbidden: [...new Set([...codes, code])].join() })}
        />
      )}
      <ChooseSome
        label="禁止供应的菜品"
        choices={[COLD_MEAT, ...listEnumChoices('mark')]}
        {...field('forbiddenMarks')}
      />
      <SelectField label="适用年龄" none="不限" choices={listEnumChoices('band')} {...field('band')} />
      <ChooseSome
        label="新建这些类别的单位时自动分给它"
        choices={[...listEnumChoices('category'), ...otherCategories.map((value) => ({ value, text: value }))]}
        {...field('unitCategories')}
      />
    </>
  );
}

/** Names what a standard forbids, for people who may not edit it. */
export function Bans({ work }: { readonly work: StandardWork }) {
  const codes = splitList(work.forbidden);
  useFoodDetails(codes);
  const banned = [...work.forbiddenMarks, ...codes.map(foodName)];
  return banned.length > 0 ? <p>禁止供应：{banned.join('、')}。</p> : null;
}
