import { CurrentUser, Roles, SelfOr } from '@app/auth';
import { AvatarsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Controller, Delete, Get, Header, Post, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Produces } from '../../http/reference/media-types.decorator';
import { ReceivesFile, type SentFile, TheFile } from '../../http/body/one-file';
import { SANDBOX } from '../../http/responses/send-file';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { UserDto, toUserDto } from '../auth/user.dto';

@ApiTags('Users')
@Controller('users/:id/avatar')
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  /** Get a user's picture. */
  @Get()
  @Roles('viewer')
  @Produces('image/*', 'The picture: PNG, JPEG or WebP.')
  @Header('Content-Security-Policy', SANDBOX)
  async read(@IdParam() id: number): Promise<StreamableFile> {
    const { kind, mimeType, bytes } = await this.avatars.read(id);
    return new StreamableFile(bytes, {
      type: mimeType,
      disposition: `inline; filename="avatar.${kind}"`,
      length: bytes.length,
    });
  }

  /** Upload a user's picture. The picture must be PNG, JPEG or WebP. It replaces the previous one. */
  @Post()
  @SelfOr('admin')
  @ReceivesFile(({ LIMIT_AVATAR_BYTES }) => LIMIT_AVATAR_BYTES)
  async replace(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @TheFile() { bytes }: SentFile,
  ): Promise<UserDto> {
    return toUserDto(await this.avatars.replace(actor, id, bytes));
  }

  /** Delete a user's picture. */
  @Delete()
  @SelfOr('admin')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.avatars.remove(actor, id);
    return SUCCESS;
  }
}
