import { defineTexts } from '../../../i18n/define-texts';

export const useWebhookTexts = defineTexts('workflowWebhook', {
  en: {
    title: 'Webhook',
    address: 'Address',
    addressHint:
      'Another system starts the workflow with a POST to this address. The body becomes triggerData.',
    secret: 'Secret',
    secretHint: 'It was shown when it was created. If it is lost, create a new one.',
    newSecret: 'Create a new secret',
    newSecretHint: 'The current secret stops working at once. Enter the new one at every sender.',
    example: 'Example',
    exampleHint: 'The example reads the secret from the variable WEBHOOK_SECRET.',
    service: 'The deliveries are signed by {{service}}. Enter the address and the secret there.',
    disabled: 'The workflow is disabled, so its webhook answers 409.',
    copyAddress: 'Copy the address',
    copyExample: 'Copy the example',
  },
  zh: {
    title: 'Webhook',
    address: '地址',
    addressHint: '其他系统向此地址发送 POST 请求即可启动工作流，请求正文成为 triggerData。',
    secret: '密钥',
    secretHint: '密钥仅在创建时显示。如已丢失，请生成新的密钥。',
    newSecret: '生成新密钥',
    newSecretHint: '当前密钥会立即失效，请在所有发送方更新为新密钥。',
    example: '示例',
    exampleHint: '示例从环境变量 WEBHOOK_SECRET 读取密钥。',
    service: '投递由 {{service}} 签名。请在该服务中填写地址和密钥。',
    disabled: '工作流已停用，其 Webhook 会返回 409。',
    copyAddress: '复制地址',
    copyExample: '复制示例',
  },
});
