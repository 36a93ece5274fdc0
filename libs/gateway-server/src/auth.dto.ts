import { IsString } from 'class-validator';

export class LoginDto {
  @IsString() username: string;
  @IsString() password: string;
}

export class RefreshDto {
  @IsString() refreshToken: string;
}
