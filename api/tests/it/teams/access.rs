//! Access to teams, invitations and requests.

use serde_json::json;

use super::case::{cases, get, post, writing_get};

cases! {
    get_profile_by_id: get("/profile/get-profile-by-id/{userId}");
    get_teamdetail: get("/tournament/get/teamdetail/{teamId}");
    search_team: post("/tournament/search-team");
    create_team: post("/tournament/create-team");
    update_team: post("/tournament/update-team/{teamId}").with(|_| json!({"name": "X1", "shortName": "X1", "version": 0}));
    user_search: post("/tournament/user-search").with(|_| json!({"query": "nobody"}));
    get_invited_list: get("/tournament/get-invited-list/{teamId}");
    get_join_request: get("/tournament/get/join-request/{teamId}");
    join_team: writing_get("/tournament/join-team/{teamId}");
    get_join_team_request_id: get("/tournament/get-join-team-request-id");
    cancel_team: writing_get("/tournament/cancel-team/{id}");
    accept_request: writing_get("/tournament/accept-request/{id}");
    accept_invite_user: writing_get("/tournament/accept-invite-user/{id}");
    decline_request: writing_get("/tournament/decline-request/{id}");
    leave_team: writing_get("/tournament/leave-team/{teamId}");
    stay_in_team: post("/tournament/stay-in-team");
    approve_leave: post("/tournament/approve-leave").with(|_| json!({"userId": 4711}));
    kick_out: writing_get("/tournament/kick-out/{teamId}/{userId}");
    promote_member: post("/tournament/promote-member-to-captain").with(|_| json!({"userId": 4711}));
    disband_team: post("/tournament/disband-team");
}
