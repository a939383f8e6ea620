import { type ReadonlySignal, signal } from '@preact/signals';
import type { components } from '../../../.build/workbench/api.ts';
import { api, NONE, send } from '../../api/client.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { toSent } from './change.ts';
import { isPassing } from './saving.ts';
import type { Head } from './stored-menu.ts';
import type { Item } from './week.ts';

/** What the week gives, as the service judges it. */
export type Analysis = components['schemas']['Analysis'];

/** What is judged. */
export interface Question {
  readonly head: Head;
  readonly items: readonly Item[];
  /** The nutrient whose contributions are told too. */
  readonly nutrient: string | undefined;
  /** Whether what is here may differ from what the service has. */
  readonly isEditable: boolean;
}

/** Asks what a week gives whenever it changes: one call at a time, and the answer to an older question is dropped. */
export class Judge {
  readonly judgement = signal<Analysis | undefined>(undefined);
  /** Why there is no newer judgement. */
  readonly failure = signal<Failure | undefined>(undefined);
  readonly #question: ReadonlySignal<Question>;
  #answered: Question | undefined;
  #isAsking = false;

  constructor(question: ReadonlySignal<Question>) {
    this.#question = question;
  }

  /** Asks, unless what is here is judged already. */
  async ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (let question = this.#question.peek(); question !== this.#answered; question = this.#question.peek()) {
      try {
        const judgement = await askService(question);
        if (question !== this.#question.peek()) continue;
        this.judgement.value = judgement;
        this.failure.value = undefined;
      } catch (thrown) {
        this.failure.value = asFailure(thrown);
        if (isPassing(this.failure.value)) break;
      }
      this.#answered = question;
    }
    this.#isAsking = false;
  }
}

/** Judges what is here; of a menu that stays as it is the service judges what it has, of a submitted one what it froze. */
async function askService({ head, items, nutrient, isEditable }: Question): Promise<Analysis> {
  const asked = nutrient === undefined ? {} : { nutrient };
  if (!isEditable) {
    const { id, state, revision } = head;
    const query = { id, ...asked, ...(state === '待审核' && { revision }) };
    return (await send(api.GET('/api/menu/analysis', { params: { query } }))).body;
  }
  const { start, days, meals, groups, standard } = head;
  const content = { start, days, groups, meals: meals.join(','), items: items.map(toSent) };
  const judged = { standard: standard ?? NONE, ...asked };
  return (await send(api.POST('/api/menu/analysis', { body: { ...content, ...judged } }))).body;
}
