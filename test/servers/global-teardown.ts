import { stopServers } from './running-servers';

export default stopServers;
