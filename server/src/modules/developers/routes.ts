import * as contract from "@idanimo/contract/developers/keys";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import type { DeveloperDeps } from "./deps.ts";
import { transferKey } from "./keys/transfer.ts";
import { rejectSecretsInAddress } from "./keys/secret-in-address.ts";
import { changeKey, changeVersion, dropKey, listKeys, makeKey, receiveLeakedKeys, rollKey } from "./keys/use-cases.ts";

export function developerRoutes(app: FastifyInstance, mount: Mount, deps: DeveloperDeps): void {
  rejectSecretsInAddress(app, deps);
  mount(app, contract.apiKeys, listKeys(deps));
  mount(app, contract.createApiKey, makeKey(deps));
  mount(app, contract.changeApiKey, changeKey(deps));
  mount(app, contract.changeApiVersion, changeVersion(deps));
  mount(app, contract.rollApiKey, rollKey(deps));
  mount(app, contract.transferApiKey, transferKey(deps));
  mount(app, contract.endApiKey, dropKey(deps));
  mount(app, contract.reportLeakedKeys, receiveLeakedKeys(deps));
}
