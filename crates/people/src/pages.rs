//! Pages that messages to people link to.

manao_kernel::linked_pages! {
    DASHBOARD = "/account/dashboard";
    PROFILE = "/account/profile";
    INBOX = "/account/inbox";
    SUPPORT_THREAD = "/account/threads/$id";
    GAMES = "/games";
}
