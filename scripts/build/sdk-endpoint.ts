/**
 * The address of DynamoDB in a region, as the SDK's own rules give it for the partitions of AWS, AWS China and GovCloud
 * without the options that nobody sets (FIPS, dual stack, an address per account).
 */
export const endpointResolver = `
const suffixes = [
  [/^cn-[a-z]+-[0-9]+$/, 'amazonaws.com.cn'],
  [/^(us|us-gov|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-[0-9]+$/, 'amazonaws.com'],
];
const known = new Map();
const find = (region) => {
  const suffix = suffixes.find(([pattern]) => pattern.test(region))?.[1];
  if (!suffix) throw new Error('region ' + region + ' is left out of the bundle: it needs the rules of the SDK');
  return 'https://dynamodb.' + region + '.' + suffix;
};
export const defaultEndpointResolver = ({ Endpoint, Region, UseFIPS, UseDualStack, AccountId }) => {
  if (UseFIPS || UseDualStack || AccountId) {
    throw new Error('addresses for FIPS, dual stack and single accounts are left out of the bundle');
  }
  const address = Endpoint ?? find(Region);
  if (!known.has(address)) known.set(address, new URL(address));
  return { url: known.get(address), properties: {}, headers: {} };
};
`;
