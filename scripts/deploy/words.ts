import type { Words } from '../command/language.ts';
import { DEFAULT_REGION } from '../command/target.ts';

export const words = {
  help: {
    en: `Deploys the service: makes the signing keys where there are none, then packages and deploys the stack.

  npm run deploy -- --stage NAME [--region REGION] [--param NAME=VALUE]…

  --stage NAME        the stage: the stack is catering-NAME, and so is its table
  --region REGION     by default AWS_REGION, then ${DEFAULT_REGION}
  --param NAME=VALUE  a parameter of serverless.yml, as often as there are any; each deployment names all of them anew
  --policy            deploy nothing: print the policy of IAM for whoever deploys this stage, as JSON
  --verbose           what the stack does, step by step
  --help              this text

The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
It can be repeated. DEPLOYING.md tells what the parameters do, and what comes before and after.
Ends with 0, with 1 where it failed, with 2 where it is called wrongly.
`,
    zh: `部署服务：没有签名密钥时先生成，然后打包并部署整个堆栈。

  npm run deploy -- --stage NAME [--region REGION] [--param NAME=VALUE]…

  --stage NAME        环境名：堆栈和表都叫 catering-NAME
  --region REGION     区域，默认取 AWS_REGION，其次 ${DEFAULT_REGION}
  --param NAME=VALUE  serverless.yml 中的参数，可多次使用；每次部署都要重新写全
  --policy            不部署，只以 JSON 输出部署者所需的 IAM 策略
  --verbose           逐步显示堆栈的变化
  --help              显示本说明

AWS 账号的查找方式与 AWS 命令行相同：环境变量、AWS_PROFILE、单点登录、实例角色。
可以重复执行。各参数的含义及前后步骤见 DEPLOYING.md。
成功以 0 结束，失败以 1 结束，用法有误以 2 结束。
`,
  },
  parameterTwice: { en: 'A parameter is given more than once', zh: '同一参数出现了多次' },
  parameterForm: (given: string) => ({
    en: `--param takes NAME=VALUE, not ${given}`,
    zh: `--param 应为 NAME=VALUE，而不是 ${given}`,
  }),
  madeKey: (name: string) => ({ en: `${name}: made the first signing key`, zh: `${name}：已生成第一个签名密钥` }),
  hasKeys: (name: string) => ({ en: `${name}: there are signing keys`, zh: `${name}：已有签名密钥` }),
  frameworkFailed: (code: number) => ({
    en: `serverless deploy ended with ${code}: what is wrong stands above`,
    zh: `serverless deploy 以 ${code} 结束：原因见上文`,
  }),
  isEmpty: (where: string) => ({
    en: `The table is empty. Next: npm run bootstrap -- ${where} --uid admin`,
    zh: `表是空的。下一步：npm run bootstrap -- ${where} --uid admin`,
  }),
  hasData: (where: string) => ({
    en: `The table has data. Next: npm run migrate -- ${where} brings it up to date, npm run doctor -- ${where} checks it`,
    zh: `表中已有数据。下一步：用 npm run migrate -- ${where} 升级，用 npm run doctor -- ${where} 检查`,
  }),
  notSeen: (why: string) => ({
    en: `Deployed, but the table cannot be looked at: ${why}`,
    zh: `已部署，但无法查看表：${why}`,
  }),
  together: {
    en: 'The parameters domain and certificateArn go together',
    zh: '参数 domain 与 certificateArn 必须同时给出',
  },
  noAddress: {
    en: 'defaultAddress=false goes with a domain: without one nobody could reach the service',
    zh: 'defaultAddress=false 须与 domain 一起使用：否则谁也无法访问服务',
  },
  otherRegion: (name: string, place: string, region: string) => ({
    en: `${name} is of ${place}: it takes one of ${region}`,
    zh: `${name} 属于 ${place}：应为 ${region} 的`,
  }),
  noParameter: (name: string, names: string) => ({
    en: `There is no parameter ${name}; there are ${names}`,
    zh: `没有参数 ${name}；可用的有 ${names}`,
  }),
  takes: (name: string, { en, zh }: { readonly en: string; readonly zh: string }, given: string) => ({
    en: `${name} takes ${en}, not ${given}`,
    zh: `${name} 应为 ${zh}，而不是 ${given}`,
  }),
} satisfies Words;

/** Descriptions of the values of parameters. */
export const kinds = {
  origins: {
    en: 'origins such as https://a.example, separated by commas, or *',
    zh: '以逗号分隔的来源，如 https://a.example，或 *',
  },
  timeZone: { en: 'a time zone such as Asia/Shanghai', zh: '时区，如 Asia/Shanghai' },
  timeOfDay: { en: 'a time of day such as 19:00, or 24:00', zh: '时刻，如 19:00，或 24:00' },
  table: {
    en: 'the name of a table: 3 to 255 letters, digits, _, . and -',
    zh: '表名：3 至 255 个字母、数字、_、. 和 -',
  },
  domain: { en: 'a name such as catering.example, in lower case', zh: '小写域名，如 catering.example' },
  certificate: { en: 'the ARN of a certificate in Certificate Manager', zh: 'Certificate Manager 中证书的 ARN' },
  key: { en: 'the ARN of a key in KMS, not of an alias', zh: 'KMS 密钥（不是别名）的 ARN' },
  digests: {
    en: 'SHA-256 digests in hex, separated by commas, or nothing',
    zh: '以逗号分隔的十六进制 SHA-256 摘要，或留空',
  },
  tags: (most: number) => ({
    en: `tags such as owner=kitchen, separated by commas, at most ${most}; names do not begin with aws:`,
    zh: `以逗号分隔的标签，如 owner=kitchen，最多 ${most} 个，名称不能以 aws: 开头`,
  }),
  email: { en: 'an e-mail address', zh: '电子邮箱地址' },
  oneOf: (values: readonly string[]) => ({
    en: values.join(', ').replace(/, ([^,]*)$/, ' or $1'),
    zh: values.join('、').replace(/、([^、]*)$/, ' 或 $1'),
  }),
  wholeNumber: (least: number, most: number) => ({
    en: `a whole number from ${least} to ${most}`,
    zh: `${least} 至 ${most} 的整数`,
  }),
  optional: ({ en, zh }: { readonly en: string; readonly zh: string }) => ({
    en: `${en}, or nothing`,
    zh: `${zh}，或留空`,
  }),
} satisfies Words;
