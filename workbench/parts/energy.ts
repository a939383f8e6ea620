import { computed, signal } from '@preact/signals';
import { session } from '../api/session.ts';
import { formatFigure } from './format.ts';

const KJ_PER_KCAL = 4.184;
/** Counts the choices: reading it makes `energyUnit` look into `localStorage`, which is no signal, again. */
const choiceCount = signal(0);
const storageKey = computed(() => `energy ${session.value?.vender} ${session.value?.uid}`);

/** The unit in which this person sees energy, as this browser knows it; empty: both. */
export const energyUnit = computed(() => (choiceCount.value >= 0 && localStorage.getItem(storageKey.value)) || '');

export function chooseEnergyUnit(unit: string): void {
  localStorage.setItem(storageKey.value, unit);
  choiceCount.value++;
}

type Figure = { readonly unit: string; readonly value: number } & { readonly [bound in 'min' | 'max']?: number };

/** Converts a figure in kJ to 千卡 for a person who wants no kJ. Other figures stay. */
export function toShownUnit<Shown extends Figure>(figure: Shown): Shown {
  if (figure.unit !== 'kJ' || energyUnit.value !== '千卡') return figure;
  const { min, max, value } = figure;
  const bounds = { ...(min && { min: min / KJ_PER_KCAL }), ...(max && { max: max / KJ_PER_KCAL }) };
  return { ...figure, ...bounds, unit: '千卡', value: value / KJ_PER_KCAL };
}

/** Formats energy in the second unit, for a person who wants both: 765 千卡. */
export const formatSecondUnit = ({ value, unit }: Figure): string =>
  unit === 'kJ' && energyUnit.value === '' ? `${formatFigure(value / KJ_PER_KCAL)} 千卡` : '';

/** Formats energy as the person wants it: 3,200 kJ（765 千卡）. */
export const formatEnergy = (kilojoules: number) => formatAmount(kilojoules, 'kJ');

/** Formats an amount of anything, energy as the person wants it. */
export function formatAmount(value: number, unit: string): string {
  const [shown, second] = [toShownUnit({ value, unit }), formatSecondUnit({ value, unit })];
  return `${formatFigure(shown.value)} ${shown.unit}${second && `（${second}）`}`;
}
