import { CurrentUser, Roles } from '@app/auth';
import { NotesService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { NoteDto, NoteInputDto, NoteQueryDto, toNoteDto } from './notes.dto';

@ApiTags('Notes')
@Controller('notes')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  /** List the notes of points and areas in a period, oldest first. If there are more than 500, the newest are listed. */
  @Get()
  @Roles('viewer')
  async list(@Query() query: NoteQueryDto): Promise<NoteDto[]> {
    return (await this.notes.list(query)).map(toNoteDto);
  }

  /** Create a note. Trends show it as a mark. */
  @Post()
  @Roles('operator')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() note: NoteInputDto): Promise<NoteDto> {
    return toNoteDto(await this.notes.create(actor, note));
  }

  /** Delete a note. */
  @Delete(':id')
  @Roles('operator')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.notes.remove(actor, id);
    return SUCCESS;
  }
}
