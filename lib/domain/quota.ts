/** How many of each thing one unit may have by default, and the most that a deployment may set. */
export const quotas = {
  dishes: { usual: 20_000, most: 200_000 },
  menus: { usual: 5000, most: 50_000 },
  users: { usual: 2000, most: 10_000 },
  roles: { usual: 500, most: 1000 },
  marks: { usual: 20_000, most: 20_000 },
  prices: { usual: 20_000, most: 20_000 },
} as const;

/** How many of each thing one unit may have. */
export type Quotas = Readonly<Record<keyof typeof quotas, number>>;

/** The quotas of a deployment that sets none. */
export const USUAL_QUOTAS: Quotas = {
  dishes: quotas.dishes.usual,
  menus: quotas.menus.usual,
  users: quotas.users.usual,
  roles: quotas.roles.usual,
  marks: quotas.marks.usual,
  prices: quotas.prices.usual,
};
