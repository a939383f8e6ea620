import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { CALL_LIMITS } from '../table/client.ts';
import { finalUnavailableError } from '../table/faults.ts';

/** Makes a reader of a parameter in Parameter Store, decrypted. It throws AppError `unavailable` where it cannot read. */
export function openParameter(name: string, region: string): () => Promise<string> {
  const client = new SSMClient({ region, ...CALL_LIMITS });
  const command = new GetParameterCommand({ Name: name, WithDecryption: true });
  return async () => {
    try {
      const { Parameter } = await client.send(command);
      if (Parameter?.Value === undefined) throw new Error('no value');
      return Parameter.Value;
    } catch (fault) {
      // The message of the fault may contain a key.
      throw finalUnavailableError(new Error(`parameter ${name}: ${nameFault(fault)}`));
    }
  };
}

function nameFault(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown';
  return 'code' in fault ? String(fault.code) : fault.name;
}
