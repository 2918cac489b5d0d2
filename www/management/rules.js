// The rules of a clone, and how each is seen in what the service has answered.

/**
 * `check` receives the source, its copy, the reports of both, and whether the copy is shared. It
 * returns whether the rule holds, and what shows it. A rule with a status is seen when the service
 * refuses with it.
 */
export const RULES = [
  {
    says: 'The clone is named “Copy of” and the name of its source.',
    check: ({ source, copy }) => [
      copy.name === `Copy of ${source.name}`,
      `“${source.name}” became “${copy.name}”, workbook ${copy.id}.`,
    ],
  },
  {
    says: 'It is a full copy: the reports and the published dashboard.',
    check: ({ source, copy, before, after }) => {
      const pairs = before.map(({ name, id }, index) => `${name} ${id} → ${after[index]?.id}`);
      const reports = pairs.length > 0 ? pairs.join(', ') : 'no reports in a folder';
      const [from, to] = [source, copy].map(dashboardOf);
      return [
        before.length === after.length && (!from || to?.status === 'published'),
        `${reports}. ${from ? `Dashboard ${from.publicId} → ${to?.publicId}` : 'No dashboard'}.`,
      ];
    },
  },
  {
    says: 'Its dashboard and its draft name the copied reports, not those of the source.',
    check: ({ copy, before, after }) => {
      const { dashboardDraft } = copy;
      const named = [dashboardOf(copy)?.config, dashboardDraft].flatMap(reportIds);
      const isOld = named.some((id) => before.some((report) => report.id === id));
      const isNew = named.every((id) => after.some((report) => report.id === id));
      const ids = [...new Set(named)].join(', ');
      return [!isOld && isNew, named.length > 0 ? `They name ${ids}.` : 'They name no report.'];
    },
  },
  {
    says: 'View history is not copied.',
    check: ({ before, after }) => {
      const viewed = (reports) => reports.filter(({ lastViewedAt }) => lastViewedAt).length;
      return [
        viewed(after) === 0,
        `${viewed(before)} of ${before.length} were viewed in the source, ${viewed(after)} in the clone.`,
      ];
    },
  },
  {
    says: 'The sharing is not copied, and embedding is off for its dashboard.',
    check: ({ source, copy, isShared }) => {
      const [from, to] = [source, copy].map((workbook) => dashboardOf(workbook)?.allowEmbed);
      return [
        !isShared && !to,
        `allowEmbed was ${from} and is ${to}. The clone is ${isShared ? '' : 'not '}in the shared workspace.`,
      ];
    },
  },
  {
    says: 'If the caller may edit the folder of the source, the clone is there; otherwise at the root.',
    check: ({ source, copy }) => [
      (source.folderId ?? null) === (copy.folderId ?? null),
      `Source: ${placeOf(source)}. Clone: ${placeOf(copy)}.`,
    ],
  },
  {
    says: 'The caller needs the role AI BI User or higher, and owns the clone.',
    check: ({ copy }) => [
      copy.userId === copy.createdBy && Boolean(copy.user),
      `The owner is ${copy.user?.email}, whose key the backend has.`,
    ],
  },
  {
    says: 'With shared: true, only an embed session in creator mode may clone.',
    status: 403,
    try: 'Choose shared: true to see it.',
  },
  {
    says: 'A workbook of another deployment is not found.',
    status: 404,
    try: 'Choose the workbook of another deployment to see it.',
  },
];

const dashboardOf = (workbook) => workbook.publishedDashboard;

const placeOf = ({ folderPath }) =>
  folderPath?.length > 0 ? folderPath.map(({ name }) => name).join(' / ') : 'the root';

/** The ids of the reports that a configuration names, at any depth. */
function reportIds(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'reportId' ? [member] : reportIds(member),
  );
}
