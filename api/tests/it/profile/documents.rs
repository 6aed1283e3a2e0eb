//! Documents: private, and every access recorded.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::profile::pictures::{bomb, padded, png, send};
use crate::support::{Answer, Client, World};

async fn add(client: &Client, kind: &str, name: &str) -> Answer {
    send(client, "/user/document/upload", &[("kind", kind), ("file_name", name)], Some(&png(1200, 800))).await
}

async fn papers(client: &Client) -> Value {
    client.get("/user/profile/get").await.ok()["documents"].clone()
}

async fn look(client: &Client, id: &str) -> Answer {
    client.get(&format!("/user/document/view/{id}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paper_is_seen_by_its_owner_and_by_staff_each_time_on_record() {
    let world = World::new().await;
    let (lime, malee, staff) = (world.user("lime").await, world.user("malee").await, world.operator("staff").await);
    let added = add(&lime, "id_card", "C:\\me\\บัตร.JPG").await.ok();
    let id = added["id"].as_str().unwrap();
    assert_eq!((&added["kind"], &added["fileName"], &added["views"]), (&json!("id_card"), &json!("บัตร.JPG"), &json!([])));

    let request = lime.request(reqwest::Method::GET, &format!("/user/document/view/{id}"));
    let answer = request.send().await.unwrap();
    assert_eq!((answer.status().as_u16(), &answer.headers()["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    assert_eq!(answer.headers()["cache-control"], "private, no-store");
    let picture = answer.bytes().await.unwrap();
    assert_eq!(image::guess_format(&picture).unwrap(), image::ImageFormat::Jpeg);

    // Another user does not even learn that it exists; neither the file's own address nor a guess leads to it.
    look(&malee, id).await.refused(404, "document_not_found");
    malee.post("/user/document/delete", json!({"id": id})).await.refused(404, "document_not_found");
    look(&malee, &uuid::Uuid::now_v7().to_string()).await.refused(404, "document_not_found");
    look(&malee, "1").await.refused(404, "document_not_found");
    look(&world.anon(), id).await.refused(401, "session_required");
    let key: String = sqlx::query_scalar("select file_key from people.documents").fetch_one(&world.app.db).await.unwrap();
    assert!(key.starts_with("private/"));
    for path in [format!("/files/{key}"), format!("/files/{}", key.trim_start_matches("private/"))] {
        assert_eq!(lime.http.get(format!("{}{path}", world.url)).send().await.unwrap().status(), 404);
    }

    assert_eq!(look(&staff, id).await.status, 200);
    let views = papers(&lime).await[0]["views"].clone();
    assert_eq!((&views[0]["viewer"], &views[0]["role"]), (&json!("staff"), &json!("staff")));
    assert_eq!((&views[1]["viewer"], &views[1]["role"], views.as_array().unwrap().len()), (&json!("lime"), &json!("owner"), 2));
    let inbox = lime.post("/user-notification/get-my-inbox", json!({})).await.ok();
    assert_eq!((&inbox["items"][0]["kind"], &inbox["unread"]), (&json!("document_viewed"), &json!(1)));
    let log = lime.post("/user-log/revision", json!({})).await.ok();
    assert_eq!(log["items"][0]["text"], "staff viewed the document บัตร.JPG");

    // The owner's own accesses, however many, displace no other's.
    sqlx::query(
        "insert into people.document_views (document_id, viewer_id, role, at)
         select id, case when n < 30 then $1 else $2 end, case when n < 30 then 'staff' else 'owner' end, $3 + n * interval '1 second'
         from people.documents, generate_series(1, 60) n",
    )
    .bind(staff.user_id)
    .bind(lime.user_id)
    .bind(world.app.now())
    .execute(&world.app.db)
    .await
    .unwrap();
    let views = papers(&lime).await[0]["views"].clone();
    let roles: Vec<&str> = views.as_array().unwrap().iter().map(|view| view["role"].as_str().unwrap()).collect();
    assert_eq!(roles, [["staff"; 30].as_slice(), &["owner"; 20]].concat());
    assert!(views[0]["at"].as_str() > views[29]["at"].as_str() && views[30]["at"].as_str() > views[49]["at"].as_str());

    // A suspended operator has no rights.
    sqlx::query("update people.users set suspended_at = now() where id = $1")
        .bind(staff.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    look(&staff, id).await.refused(404, "document_not_found");
    assert_eq!(papers(&lime).await[0]["views"].as_array().unwrap().len(), 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_paper_is_gone_with_its_picture() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let id = add(&lime, "student_card", "card.png").await.ok()["id"].as_str().unwrap().to_owned();
    look(&lime, &id).await;
    lime.post("/user/document/delete", json!({"id": id})).await.ok();
    lime.post("/user/document/delete", json!({"id": id})).await.refused(404, "document_not_found");
    look(&lime, &id).await.refused(404, "document_not_found");
    world.run_task("files.purge").await;
    let left: i64 =
        sqlx::query_scalar("select (select count(*) from people.files) + (select count(*) from people.document_views)")
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    assert_eq!((left, papers(&lime).await), (0, json!([])));
    let folder = world.app.settings.files_url.trim_start_matches("file:").to_owned() + "/private/document";
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_paper_is_refused() {
    let world = World::with(|settings| settings.uploads_per_minute = 100).await;
    let lime = world.user("lime").await;
    let path = "/user/document/upload";
    let kind = [("kind", "id_card"), ("file_name", "a.png")];
    send(&lime, path, &kind, Some(b"no picture")).await.refused(422, "file_type_invalid");
    send(&lime, path, &kind, Some(&bomb())).await.refused(422, "image_too_large");
    send(&lime, path, &kind, Some(&padded(10 * 1024 * 1024 + 1))).await.refused(413, "file_too_large");
    send(&lime, path, &[("kind", "id_card"), ("file_name", "a.pdf")], Some(&png(8, 8))).await.refused(422, "file_type_invalid");
    for kind in ["passport", ""] {
        let refused = add(&lime, kind, "a.png").await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({"kind": "field_invalid"}));
    }
    add(&world.suspended("bad").await, "other", "a.png").await.refused(403, "account_suspended");
    add(&world.anon(), "other", "a.png").await.refused(401, "session_required");
    assert_eq!(papers(&lime).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_papers_are_enough() {
    let world = World::with(|settings| settings.uploads_per_minute = 100).await;
    let lime = world.user("lime").await;
    let small = png(8, 8);
    let form = [("kind", "other"), ("file_name", "a.png")];
    for _ in 0..19 {
        send(&lime, "/user/document/upload", &form, Some(&small)).await.ok();
    }
    // If two arrive at once, only one gets the last place.
    let (one, other) = tokio::join!(
        send(&lime, "/user/document/upload", &form, Some(&small)),
        send(&lime, "/user/document/upload", &form, Some(&small))
    );
    let refused = if one.status.is_success() { other } else { one };
    assert_eq!(refused.refused(409, "documents_limit")["params"]["limit"], 20);
    assert_eq!(papers(&lime).await.as_array().unwrap().len(), 20);
    // The picture of the refused one is deleted.
    world.run_task("files.purge").await;
    let files: i64 = sqlx::query_scalar("select count(*) from people.files").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(files, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn papers_are_not_looked_through_by_the_thousand() {
    let world = World::with(|settings| settings.document_views_per_minute = 2).await;
    let lime = world.user("lime").await;
    let id = add(&lime, "other", "a.png").await.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!((look(&lime, &id).await.status, look(&lime, &id).await.status), (StatusCode::OK, StatusCode::OK));
    look(&lime, &id).await.refused(429, "too_many_requests");
    assert_eq!(papers(&lime).await[0]["views"].as_array().unwrap().len(), 2);
}
