import { DynamoDBServiceException, type ServiceOutputTypes } from '@aws-sdk/client-dynamodb';
import type { TableClient } from '../../../lib/table/client.ts';

/** The name of an operation as DynamoDB has it, such as `TransactWriteItems`. */
export type TableOperation = string;

/** Continues a call. */
export type Next = (input: object) => Promise<object>;

/** A layer around every call of a client, its retries included. It counts calls, delays them or makes them fail. */
export type Layer = (operation: TableOperation, input: object, next: Next) => Promise<object>;

/** Puts a layer around the calls of a client, inside the layers that are there already. */
export function addLayer(client: TableClient, layer: Layer): void {
  client.middlewareStack.add(
    (proceed, { commandName = '' }) =>
      async (call) => {
        const next: Next = async (input) => (await proceed({ ...call, input })).output;
        // A client's layers pass on outputs of the form that its types say.
        const output = (await layer(commandName.replace(/Command$/, ''), call.input, next)) as ServiceOutputTypes;
        return { response: undefined, output };
      },
    { step: 'initialize' },
  );
}

interface FaultFacts {
  readonly message?: string;
  readonly status?: number;
  /** The reasons of a cancelled transaction, in the order of its actions. */
  readonly reasons?: readonly { readonly Code?: string; readonly Message?: string }[];
}

/** Makes an exception of a name, as the SDK throws it for an answer of DynamoDB. */
export function makeTableFault(name: string, { message = name, status = 400, reasons }: FaultFacts = {}): Error {
  const $fault = status < 500 ? 'client' : 'server';
  const fault = new DynamoDBServiceException({ name, message, $fault, $metadata: { httpStatusCode: status } });
  return Object.assign(fault, reasons && { CancellationReasons: reasons });
}
