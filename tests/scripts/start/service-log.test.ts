import { describe, expect, it } from 'vitest';
import { withoutAddresses } from '../../../scripts/start/gateway.ts';

const TOKEN = 'mFJ0zVtqkJw5nK3b1qR8cX2yD7eG6hL9pS4uT0vWxYz';

describe('the log of a local service', () => {
  it.each([
    [`GET /screen/${TOKEN} (λ: showScreen)`, 'GET /screen/… (λ: showScreen)'],
    [
      `"http://localhost:3000/screen/${TOKEN}?x=1" and /screen/${TOKEN}`,
      '"http://localhost:3000/screen/…?x=1" and /screen/…',
    ],
    ['GET /api/screen (λ: findScreens)', 'GET /api/screen (λ: findScreens)'],
  ])('has no address of a screen: %s', (line, written) => {
    expect(withoutAddresses(line)).toBe(written);
  });
});
