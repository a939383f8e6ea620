import { api, read, send } from '../../api/client.ts';
import { fetchEnums, listEnumChoices } from '../../api/enums.ts';
import { isPlatform, may } from '../../api/session.ts';
import { Actions, type DialogOpener, showToast, useDialog } from '../../parts/actions.tsx';
import { type Choice, ChooseSome, SelectField, TextAreaField, TextField, toChoices } from '../../parts/field.tsx';
import { Form, type FormState } from '../../parts/form.tsx';
import { Page, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, List } from '../../parts/table.tsx';
import { UnitsField } from '../../parts/units.tsx';
import { maySeeFoods, toFoodName, useFoodDetails } from '../dish/dish.tsx';
import { FoodFinder } from '../dish/food-questions.tsx';
import * as standards from './standard.tsx';
import { type StandardWork, splitList } from './standard.tsx';

const MAX_SOURCES = 200;

/** 营养标准: the list, or with `id` in the address one standard; `id=0` is a new one. */
export function StandardPage() {
  const { id } = useSearchParams().params;
  return id === undefined ? <StandardList /> : <StandardView key={id} id={Number(id)} />;
}

function StandardList() {
  const pageNo = Number(useSearchParams().params['page'] ?? 0);
  const query = useQuery(String(pageNo), () => read('/api/nutrition', { pageNo }));
  const { confirmDelete, dialog } = useDialog(query.refetch);
  const isAllowed = may('standard.create');
  const createText = '还没有营养标准。先新建一份，分给单位，再填每人每天的推荐量。';
  const empty = isAllowed ? createText : '还没有可用的营养标准。请联系平台；在那之前，食谱只算营养，不作判断。';
  const actions = [{ text: '新建标准', to: '/w/standard?id=0', kind: 'main', isAllowed } as const];
  return (
    <Page title="营养标准" actions={actions}>
      <List caption="营养标准" {...{ query, columns: columnsFor(confirmDelete) }} empty={empty} />
      {dialog}
    </Page>
  );
}

function columnsFor(confirmDelete: DialogOpener['confirmDelete']): Column<standards.Standard>[] {
  const mayOpen = may('standard.view', 'standard.edit');
  const actionsFor = ({ id, name, vendors }: standards.Standard) => {
    const deleteStandard = () => send(api.DELETE('/api/nutrition', { body: { id } }));
    const consequence = `${vendors.length} 个单位用着它，删除后它们的食谱不再按它判断。删除后不能恢复。`;
    return [{ text: '删除', run: () => confirmDelete(`营养标准「${name}」`, deleteStandard, consequence) }];
  };
  const actionsCell = (row: standards.Standard) => <Actions target={`「${row.name}」`} actions={actionsFor(row)} />;
  return [
    { name: '名称', cell: ({ id, name }) => (mayOpen ? <a href={`/w/standard?id=${id}`}>{name}</a> : name) },
    { name: '体力活动', cell: ({ ingredient }) => Object.keys(ingredient).join('、') || '未填' },
    { name: '允许偏差', cell: ({ overflow }) => `${standards.toPercentText(overflow)} %` },
    ...(isPlatform() ? [{ name: '分给', cell: ({ vendors }: standards.Standard) => `${vendors.length} 个单位` }] : []),
    ...(may('standard.delete') ? [{ name: '操作', cell: actionsCell }] : []),
  ];
}

/** Reads a standard with what its editor needs. Id 0 is a new one, whose figures are typed after it is created. */
async function openStandard(id: number) {
  const [{ nutrient: nutrients }, initial, sources] = await Promise.all([
    fetchEnums(),
    standards.readStandard(id),
    id === 0 ? listSources() : [],
  ]);
  return { id, initial, nutrients, sources };
}

async function listSources() {
  const { content } = await read('/api/nutrition', { pageSize: MAX_SOURCES });
  return content.map(({ id, name }) => ({ value: String(id), text: name }));
}

function StandardView({ id }: { readonly id: number }) {
  const query = useQuery(String(id), () => openStandard(id));
  return (
    <Page title={query.data?.initial.work.name || '新建营养标准'} subtitle={<a href="/w/standard">营养标准列表</a>}>
      {query.draw(({ initial, ...context }) => (
        <div class="stack">
          <p class="faint">
            每人每天的推荐量。空着的不作判断；UL 是再多就有害的量；偏离最少或最多不超过 {initial.work.overflow} %
            的，仍算适量。
          </p>
          {may(id === 0 ? 'standard.create' : 'standard.edit') ? (
            <StandardEditor {...{ initial, ...context }} />
          ) : (
            <>
              <standards.Figures {...context} {...initial} />
              <Bans {...initial} />
            </>
          )}
        </div>
      ))}
    </Page>
  );
}

function StandardEditor({ id, initial, nutrients, sources }: Awaited<ReturnType<typeof openStandard>>) {
  const { route } = useSearchParams();
  const isNew = id === 0;
  const onSaved = ({ name }: standards.StandardWork) => showToast(`已保存营养标准「${name}」`);
  return (
    <Form<standards.StandardWork>
      {...{ draftKey: `standard ${id}`, initial, subject: `营养标准「${initial.work.name}」` }}
      {...{ describe: standards.describeStandard, onSaved }}
      read={() => standards.readStandard(id)}
      write={async (work, { params }) => {
        if (!isNew) return send(api.POST('/api/nutrition', { body: standards.toAllFields(id, work), params }));
        const from = work.from === '' ? {} : { from: Number(work.from) };
        const created = await send(api.PUT('/api/nutrition', { body: { ...standards.toMainFields(work), ...from } }));
        route(may('standard.edit') ? `/w/standard?id=${created.ids[0]}` : '/w/standard', true);
        return created;
      }}
      submitLabel={isNew ? '保存，再填推荐量' : '保存'}
      onClose={() => route('/w/standard')}
      isLong
    >
      {(form) => <Fields {...form} {...{ nutrients, sources, isNew }} />}
    </Form>
  );
}

type FieldsProps = FormState<standards.StandardWork> &
  Pick<standards.FiguresProps, 'nutrients'> & { readonly sources: readonly Choice[]; readonly isNew: boolean };

function Fields({ nutrients, sources, isNew, ...form }: FieldsProps) {
  const { work, change, failure, field } = form;
  const required = { required: true, maxLength: 100 };
  const onFigure = (key: string, text: string) => change({ figures: { ...work.figures, [key]: text } });
  return (
    <>
      <div class="columns">
        <div class="stack">
          <TextField label="名称" {...field('name')} {...required} />
          <TextField label="允许偏差 %" {...field('overflow')} {...required} />
          {isNew && <SelectField label="复制自" none="不复制，从空白开始" choices={sources} {...field('from')} />}
        </div>
        <UnitsField label="分给单位" {...field('vendors')} />
      </div>
      {!isNew && <standards.Figures {...{ work, nutrients, onFigure, failure }} />}
      {!isNew && <BanFields {...form} />}
    </>
  );
}

/** The choice of cold dishes of meat or fish. No dish has it as its mark. */
const COLD_MEAT = { value: '冷荤', text: '冷荤（有肉或鱼的凉菜）' };

function BanFields({ work, change, field }: FormState<StandardWork>) {
  const codes = splitList(work.forbidden);
  useFoodDetails(codes);
  const marks = [COLD_MEAT, ...listEnumChoices('mark')];
  const usual = listEnumChoices('category');
  const others = work.unitCategories.filter((category) => !usual.some(({ value }) => value === category));
  return (
    <>
      <TextAreaField
        label="禁止供应的食材（编码，用逗号隔开）"
        rows={2}
        hint={codes.map(toFoodName).join('、')}
        {...field('forbidden')}
      />
      {maySeeFoods() && (
        <FoodFinder
          {...{ label: '添加禁止供应的食材', hint: '输入名称或拼音，回车选第一个' }}
          onPick={({ code }) => change({ forbidden: [...new Set([...codes, code])].join() })}
        />
      )}
      <ChooseSome label="禁止供应的菜品" choices={marks} {...field('forbiddenMarks')} />
      <SelectField label="适用年龄" none="不限" choices={listEnumChoices('band')} {...field('band')} />
      <ChooseSome
        label="新建这些类别的单位时自动分给它"
        choices={[...usual, ...toChoices(others)]}
        {...field('unitCategories')}
      />
    </>
  );
}

function Bans({ work }: { readonly work: StandardWork }) {
  const codes = splitList(work.forbidden);
  useFoodDetails(codes);
  const banned = [...work.forbiddenMarks, ...codes.map(toFoodName)];
  return banned.length > 0 && <p>禁止供应：{banned.join('、')}。</p>;
}
