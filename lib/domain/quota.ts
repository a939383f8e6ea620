/** The maximum number of each thing that one unit may have. */
export const QUOTAS = {
  dishes: 20_000,
  menus: 5000,
  users: 2000,
  roles: 500,
  marks: 10_000,
  prices: 10_000,
  foods: 500,
} as const;
export type Quotas = Readonly<Record<keyof typeof QUOTAS, number>>;
