import type { Words } from '../command/language.ts';

export const PACKAGED = '.serverless/cloudformation-template-update-stack.json';

export const words = {
  help: {
    en: `Finds in a CloudFormation template what AWS would refuse: resource types, properties, values, references, policies.

  npm run lint:template -- [FILE…]

  FILE    templates; by default the one that npm run package leaves:
          ${PACKAGED}
  --help  this text

npm test does the same with the packaged template. Nothing is sent anywhere: AWS's validator comes with the installation.
Ends with 0, with 1 where something was found or a file cannot be read, with 2 where it is called wrongly.
`,
    zh: `检查 CloudFormation 模板中 AWS 会拒绝的内容：资源类型、属性、取值、引用、策略。

  npm run lint:template -- [FILE…]

  FILE    模板，默认为 npm run package 生成的：
          ${PACKAGED}
  --help  显示本说明

npm test 会对打包的模板做同样的检查。不向任何地方发送内容：AWS 的校验器随安装而来。
成功以 0 结束，有问题或无法读取文件以 1 结束，用法有误以 2 结束。
`,
  },
  cannotRead: (file: string, why: string) => ({ en: `Cannot read ${file}: ${why}`, zh: `无法读取 ${file}：${why}` }),
  packageFirst: { en: '; npm run package makes it', zh: '；请先执行 npm run package' },
  nothing: (file: string) => ({ en: `${file}: nothing found`, zh: `${file}：没有问题` }),
  findings: (count: number) => ({ en: `${count} findings`, zh: `共 ${count} 个问题` }),
} satisfies Words;
