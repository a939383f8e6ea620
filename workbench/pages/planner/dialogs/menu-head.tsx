import { useId, useState } from 'preact/hooks';
import { choicesOf } from '../../../api/enums.ts';
import { Loaded, useAsked } from '../../../parts/asked.tsx';
import { ChooseSome } from '../../../parts/choices.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { RestoredNote, useDraft } from '../../../parts/draft.tsx';
import { EditorDialog } from '../../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import {
  type GroupFields,
  type HeadFields,
  listStandards,
  newGroup,
  newHead,
  type Standard,
  standardChoices,
} from './head-fields.ts';

interface HeadProps {
  readonly title: string;
  /** What is saved; absent for a new menu. */
  readonly saved?: HeadFields;
  /** Under which name what is typed is kept: `head 12`. */
  readonly draft: string;
  /** What the button says; absent: 保存. */
  readonly action?: string;
  /** Sends the fields, as `toBody` makes them for calls. */
  readonly run: (fields: HeadFields) => Promise<unknown>;
  readonly onClose: () => void;
}

interface FieldsProps<Work> {
  readonly work: Work;
  readonly standards: readonly Standard[];
  readonly onChange: (changes: Partial<Work>) => void;
  readonly about: (field: string) => string | undefined;
}

/** When a menu is served, which meals, to whom, and by which standard it is judged: of a new menu or an old one. */
export function MenuHead(props: HeadProps) {
  const asked = useAsked('standards', listStandards);
  if (asked.answer) return <HeadForm {...props} standards={asked.answer} />;
  return (
    <Dialog title={props.title} onClose={props.onClose} wide>
      <Loaded asked={asked}>{() => null}</Loaded>
    </Dialog>
  );
}

const MOST_GROUPS = 10;

function HeadForm({ saved, draft, run, standards, ...ends }: HeadProps & { standards: readonly Standard[] }) {
  const [begun] = useState(() => saved ?? newHead(standards));
  const { work, isRestored, change, drop } = useDraft(draft, begun);
  const { groups } = work;
  const save = () => run(work).then(() => drop(work));
  const addGroup = () => change({ groups: [...groups, newGroup(Math.max(-1, ...groups.map(({ key }) => key)) + 1)] });
  return (
    <EditorDialog {...ends} run={save} wide>
      {(failure) => (
        <>
          <RestoredNote isRestored={isRestored} onDrop={() => drop(begun)} />
          <Fields {...{ work, standards }} onChange={change} about={(field) => failure?.about(field)} />
          <fieldset class="stack">
            <legend>谁来吃</legend>
            {groups.map((group, index) => (
              <GroupEditor
                key={group.key}
                {...{ work: group, head: work, standards }}
                about={(field) => failure?.about(`groups.${index}.${field}`)}
                onChange={(to) => change({ groups: groups.map((one) => (one === group ? { ...one, ...to } : one)) })}
                onRemove={() => change({ groups: groups.filter((one) => one !== group) })}
              />
            ))}
            <button type="button" disabled={groups.length >= MOST_GROUPS} onClick={addGroup}>
              再加一个人群
            </button>
          </fieldset>
        </>
      )}
    </EditorDialog>
  );
}

/** The attributes of the field that changes one part of what is typed. */
function binderOf<Work>({ work, onChange, about }: FieldsProps<Work>) {
  return <Name extends keyof Work & string>(name: Name) => ({
    value: work[name],
    onValue: (value: Work[Name]) => onChange({ [name]: value } as unknown as Partial<Work>),
    wrong: about(name),
  });
}

/** The same for chips. */
function chips<Value, Set>({ value, onValue, wrong }: { value: Value; onValue: Set; wrong: string | undefined }) {
  return { values: value, onValues: onValue, wrong };
}

function Fields(props: FieldsProps<HeadFields>) {
  const bind = binderOf(props);
  const counts = Array.from({ length: 7 }, (_, at) => ({ value: String(at + 1), text: `${at + 1} 天` }));
  return (
    <div class="grid">
      <TextField label="名称" maxLength={100} {...bind('name')} />
      <TextField label="第一天" type="date" {...bind('start')} />
      <SelectField label="天数" choices={counts} {...bind('days')} />
      <SelectField label="营养标准" choices={standardChoices('不评', props.standards)} {...bind('standard')} />
      <ChooseSome label="供应哪几餐" choices={choicesOf('meal')} {...chips(bind('meals'))} />
    </div>
  );
}

interface GroupProps extends FieldsProps<GroupFields> {
  readonly head: HeadFields;
  readonly onRemove: () => void;
}

/** Who eats: how many, of which level, and what is particular to them, which is open where something of it is set. */
function GroupEditor(props: GroupProps) {
  const { work, head, standards, onRemove } = props;
  const list = useId();
  const bind = binderOf(props);
  const known = standards.find(({ id }) => String(id) === (work.standard || head.standard))?.levels ?? [];
  const particulars = (['name', 'standard', 'avoid', 'meals'] as const).map((name) => bind(name));
  const meals = choicesOf('meal').filter(({ value }) => head.meals.includes(value));
  return (
    <fieldset class="eater" aria-label={work.name || work.level || '新的人群'}>
      <TextField label="活动水平" list={list} maxLength={50} {...bind('level')} />
      <datalist id={list}>
        {known.map((level) => (
          <option key={level} value={level} />
        ))}
      </datalist>
      <TextField label="人数" type="number" {...bind('people')} />
      <TextField label="份量倍数" type="number" step="any" {...bind('factor')} />
      <button type="button" class="danger" disabled={head.groups.length === 1} onClick={onRemove}>
        去掉
      </button>
      <details open={particulars.some(({ value, wrong }) => value.length > 0 || wrong !== undefined)}>
        <summary class="faint">忌口、单独的名称、标准和餐次</summary>
        <div class="stack">
          <ChooseSome label="不吃" choices={choicesOf('allergen')} {...chips(bind('avoid'))} />
          <ChooseSome label="只吃这几餐（不选就是每餐）" choices={meals} {...chips(bind('meals'))} />
          <div class="grid">
            <TextField label="名称（空着就叫活动水平）" maxLength={52} {...bind('name')} />
            <SelectField label="单独的营养标准" choices={standardChoices('同食谱', standards)} {...bind('standard')} />
          </div>
        </div>
      </details>
    </fieldset>
  );
}
