import { membersMax } from "@idanimo/contract/organisations/limits";
import { listSchema } from "./list.ts";
import { groupSchema, userSchema } from "./resources.ts";

/** What this server supports: RFC 7643, sections 5 to 7. */

const schemaOf = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

export const serviceProviderConfig = (address: string) => ({
  schemas: [schemaOf("ServiceProviderConfig")],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: membersMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token of the organisation, created under Organisation, Security.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${address}/ServiceProviderConfig` },
});

export const resourceTypes = (address: string) =>
  [
    { id: "User", endpoint: "/Users", description: "A member of the organisation", schema: userSchema },
    { id: "Group", endpoint: "/Groups", description: "A group of members", schema: groupSchema },
  ].map((type) => ({
    schemas: [schemaOf("ResourceType")],
    name: type.id,
    ...type,
    meta: { resourceType: "ResourceType", location: `${address}/ResourceTypes/${type.id}` },
  }));

const attribute = (name: string, description: string, differs: Readonly<Record<string, unknown>> = {}) => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...differs,
});
const readOnly = { mutability: "readOnly" };
const complex = { type: "complex", multiValued: true };

const userAttributes = [
  attribute("userName", "Email address in a domain that the organisation verified. Cannot change.", {
    required: true,
    mutability: "immutable",
    uniqueness: "server",
  }),
  attribute("externalId", "The id of the user in the directory.", { caseExact: true }),
  attribute("name", "The name of the user in the directory.", {
    type: "complex",
    subAttributes: [
      attribute("givenName", "Given name."),
      attribute("familyName", "Family name."),
      attribute("formatted", "Both names.", readOnly),
    ],
  }),
  attribute("displayName", "The name to display."),
  attribute("active", "False suspends the member.", { type: "boolean" }),
  attribute("emails", "The address of userName.", {
    ...complex,
    ...readOnly,
    subAttributes: [attribute("value", "Email address.", readOnly), attribute("type", "Always work.", readOnly)],
  }),
  attribute("groups", "The groups of the user.", {
    ...complex,
    ...readOnly,
    subAttributes: [attribute("value", "Id of the group.", readOnly), attribute("display", "Its name.", readOnly)],
  }),
];
const groupAttributes = [
  attribute("displayName", "The name of the group, once per organisation.", { required: true, uniqueness: "server" }),
  attribute("externalId", "The id of the group in the directory.", { caseExact: true }),
  attribute("members", "The users of the group.", {
    ...complex,
    subAttributes: [
      attribute("value", "Id of the user.", { mutability: "immutable" }),
      attribute("$ref", "Address of the user.", {
        type: "reference",
        referenceTypes: ["User"],
        mutability: "immutable",
      }),
    ],
  }),
];

export const schemas = (address: string) =>
  [
    { id: userSchema, name: "User", description: "A member of the organisation", attributes: userAttributes },
    { id: groupSchema, name: "Group", description: "A group of members", attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [schemaOf("Schema")],
    ...schema,
    meta: { resourceType: "Schema", location: `${address}/Schemas/${schema.id}` },
  }));

/** A list that has no filters: RFC 7644, section 4. */
export const discoveryList = (resources: readonly object[]) => ({
  schemas: [listSchema],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
