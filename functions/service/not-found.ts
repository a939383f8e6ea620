import * as z from 'zod';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';

export const endpoint = defineEndpoint({
  id: 'notFound',
  route: '$default',
  side: 'public',
  permission: 'none',
  access: 'read',
  input: z.object({}),
  reasons: ['not_found'],
  summary: 'Answers every path and method that nothing else answers',
  handle: () => {
    throw new AppError('not_found');
  },
});

export const handler = serve(endpoint);
