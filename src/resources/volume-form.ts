import { issuesOf } from '../api/field-issues.ts';
import { type NewVolume, newVolume, VOLUME_NAME } from '../contract/volume.ts';
import type { Context } from './context.ts';
import { type Form, type FormResult, fieldsOfBody, textOf, type Values } from './form.ts';
import { aliasWithId, identifierOf } from './parts/aliases.ts';
import { inProject, projectReview, projectTyped, startProject } from './parts/project-field.ts';
import { regionWarnings } from './parts/region-warnings.ts';
import { diskInterfaces, regions } from './parts/suggestions.ts';
import { creation, type Write } from './write.ts';

export const fields = fieldsOfBody(newVolume(), [
  {
    id: 'name',
    label: 'Name',
    help: `Lower-case letters, digits and dashes, at most ${VOLUME_NAME.maxLength}; begins with a letter.`,
    kind: 'line',
    path: ['name'],
  },
  {
    id: 'size',
    label: 'Size in GB',
    help: 'A whole number of gigabytes.',
    kind: 'line',
    path: ['size_gb'],
    digits: true,
  },
  {
    id: 'region',
    label: 'Region',
    help: 'Bids can use it only in the same region.',
    kind: 'line',
    path: ['region'],
    suggest: (_, context) => regions(context),
  },
  {
    id: 'interface',
    label: 'Disk interface',
    help: 'Block is a disk for one instance at a time, File is shared.',
    kind: 'line',
    path: ['disk_interface'],
    suggest: (_, context) => diskInterfaces(context),
  },
]);

function check(values: Values, context: Context): FormResult {
  const gigabytes = textOf(values, 'size').trim();
  const body = newVolume().safeParse({
    name: textOf(values, 'name').trim(),
    project: projectTyped(values, context),
    disk_interface: textOf(values, 'interface').trim(),
    region: identifierOf(textOf(values, 'region').trim(), context.aliases),
    size_gb: /^\d+$/.test(gigabytes) ? Number(gigabytes) : Number.NaN,
  });
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  return {
    ok: true,
    retype: null,
    review: [
      { field: 'Name', value: body.data.name },
      { field: 'Size', value: `${body.data.size_gb} GB` },
      { field: 'Region', value: aliasWithId(body.data.region, context.aliases) },
      { field: 'Disk interface', value: body.data.disk_interface },
      ...projectReview(body.data.project, context),
    ],
    writes: [createVolume(body.data)],
  };
}

/** The write that creates a volume (section 4.4). */
export function createVolume(body: NewVolume): Write {
  return creation({
    call: 'createVolume',
    input: { body },
    verb: 'create',
    pendingLabel: 'creating',
    successText: `Created the volume ${body.name}.`,
    list: 'volumes',
    name: body.name,
  });
}

export function createVolumeForm(context: Context): Form {
  return {
    id: 'create-volume',
    title: 'Create a volume',
    list: 'volumes',
    fields: inProject(fields, context),
    start: { text: { interface: 'Block', ...startProject(null, context) }, picked: {} },
    remarks: () => [],
    warnings: (values, context) =>
      regionWarnings(identifierOf(textOf(values, 'region').trim(), context.aliases), context),
    check,
  };
}
