//! Access to profiles, papers, favourites and the log.

use serde_json::json;

use super::case::{cases, get, post, writing_get};
use super::stage::{Owned, owned_by};
use crate::profile::pictures::{png, send};
use crate::support::Client;

cases! {
    user_favorite_get_by: get("/user-favorite/get-by");
    user_favorite_add: post("/user-favorite/add");
    user_favorite_delete: post("/user-favorite/delete");
    user_get_game_id: post("/user/get-game-id");
    user_players: get("/user/players");
    user_players_save: post("/user/players/save");
    user_players_delete: post("/user/players/delete");
    user_log_revision: post("/user-log/revision");
    utils_upload: post("/utils/upload/{dir}/").at(&[("dir", "profile")]);
    user_profile_get: get("/user/profile/get");
    user_edit_profile: post("/user/edit-profile");
    user_change_password: post("/user/change-password");
    user_document_upload: post("/user/document/upload");
    user_document_delete: post("/user/document/delete");
    user_document_view: writing_get("/user/document/view/{id}");
    organization_type_list_get: get("/organization/type/list/get");
    organization_list_get: get("/organization/list/get");
}

pub async fn document(owner: Client) -> Owned {
    let form = [("kind", "id_card"), ("file_name", "Card-of-owner.png")];
    let id = send(&owner, "/user/document/upload", &form, Some(&png(64, 40))).await.ok()["id"].clone();
    Owned {
        id,
        secrets: vec!["Card-of-owner".to_owned()],
        state: "select count(*) || ' ' || (select count(*) from people.document_views where document_id = $1::uuid)
                from people.documents where id = $1::uuid",
        parts: json!({}),
        holders: owned_by(owner),
    }
}
