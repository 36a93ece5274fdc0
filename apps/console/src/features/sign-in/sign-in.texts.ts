import { defineTexts } from '../../i18n/define-texts';

export const useSignInTexts = defineTexts('sign-in', {
  en: {
    title: 'Sign in',
    intro: 'Energy and automation of your building',
    username: 'Username or e-mail',
    password: 'Password',
    submit: 'Sign in',
    usernameMissing: 'Enter your username or e-mail.',
    passwordMissing: 'Enter your password.',
    ended: 'Your session has ended. Sign in again to continue where you were.',
    language: 'Language',
    hint: 'The first start prints the password of the user admin in the terminal. If it is lost, “npm run admin:password” sets a new one.',
    showPassword: 'Show or hide the password',
  },
  zh: {
    title: '登录',
    intro: '楼宇能源与自动化',
    username: '用户名或邮箱',
    password: '密码',
    submit: '登录',
    usernameMissing: '请输入用户名或邮箱。',
    passwordMissing: '请输入密码。',
    ended: '会话已结束，请重新登录以继续。',
    language: '语言',
    hint: '首次启动时，终端会显示用户 admin 的密码。如已丢失，可运行 “npm run admin:password” 重新设置。',
    showPassword: '显示或隐藏密码',
  },
});
