// Generated from src/management/service.toml by `npm run generate`; change it there.

/** The fields of the objects in the body of a new session. */
export const SESSION_FIELDS = {
  settings: ['locale', 'timezone', 'allowAi', 'showAiWidgets', 'showWorkbookChat', 'showDashboardChat', 'showWorkbookShare', 'showDashboardSettings', 'showMemberNames', 'showGroupBySvc', 'allowChatWorkspaceAuthoring', 'enableDashboardComments'],
  embedTenantProfile: ['displayName'],
} as const;
