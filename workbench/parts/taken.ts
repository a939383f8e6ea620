import { useAsked } from './asked.tsx';

/**
 * Whether a name is taken, told while it is typed: the answer to an older question is dropped. While the service is
 * asked, and where it cannot be, nothing is said.
 */
export function useTaken(name: string, ask: (name: string) => Promise<{ readonly body: boolean }>): string | undefined {
  const wanted = name.trim();
  const { answer } = useAsked(wanted, async () => ({ wanted, free: wanted === '' || (await ask(wanted)).body }));
  return answer?.wanted === wanted && !answer.free ? `「${wanted}」已被占用，请换一个` : undefined;
}
