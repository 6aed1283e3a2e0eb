//! Uploads: accepted, refused, and what happens to them.

use std::time::Duration;

use image::GenericImageView as _;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::profile::pictures::{bomb, padded, png, send, upload};
use crate::support::{Client, World};

const MB: usize = 1024 * 1024;

async fn read(client: &Client, path: &str) -> reqwest::Response {
    client.http.get(format!("{}{path}", client.url)).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_comes_out_made_anew_for_everyone() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let link = upload(&lime, "team", "Logo.PNG", &png(3000, 1000)).await.ok()["data"].as_str().unwrap().to_owned();
    assert!(link.starts_with("/files/team/") && link.ends_with(".jpg"), "{link}");

    let answer = read(&world.anon(), &link).await;
    assert_eq!(answer.status(), 200);
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "image/jpeg");
    assert_eq!(header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    let tag = header("etag");
    let bytes = answer.bytes().await.unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().dimensions(), (2048, 683), "bounded to what is of use");
    assert_eq!(image::guess_format(&bytes).unwrap(), image::ImageFormat::Jpeg);

    let known = lime.http.get(format!("{}{link}", world.url)).header("if-none-match", tag).send().await.unwrap();
    assert_eq!(known.status(), 304);
    for path in ["/files/team/none.jpg", "/files/private/document/x.jpg", "/files/%2e%2e/private/x.jpg", "/files/team//x"] {
        assert_eq!(read(&world.anon(), path).await.status(), 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn how_large_a_picture_may_be_is_a_setting() {
    let world = World::with(|settings| {
        settings.upload_megapixels = 1;
        settings.upload_profile_mb = 2;
        settings.upload_picture_mb = 3;
    })
    .await;
    let lime = world.user("lime").await;
    let told = lime.post("/app-config", json!({"query": "{ appConfig { uploadProfileMb uploadPictureMb } }"})).await.ok();
    assert_eq!(told["data"]["appConfig"], json!({"uploadProfileMb": 2, "uploadPictureMb": 3}));
    for (dir, limit) in [("profile", 2), ("team", 3)] {
        let refused = upload(&lime, dir, "a.png", &padded(limit * MB + 1)).await.refused(413, "file_too_large");
        assert_eq!(refused["params"]["limit"], limit);
        upload(&lime, dir, "a.png", &padded(limit * MB)).await.ok();
    }
    upload(&lime, "team", "a.png", &png(1000, 1000)).await.ok();
    upload(&lime, "team", "a.png", &png(1001, 1000)).await.refused(422, "image_too_large");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_fit_picture_is_refused() {
    let world = World::with(|settings| settings.uploads_per_minute = 100).await;
    let lime = world.user("lime").await;
    let good = png(40, 40);

    upload(&lime, "team", "a.png", b"I am no picture, whatever I am called").await.refused(422, "file_type_invalid");
    upload(&lime, "team", "a.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>").await.refused(422, "file_type_invalid");
    upload(&lime, "team", "a.png", &good[..good.len() / 2]).await.refused(422, "file_type_invalid");
    upload(&lime, "team", "a.gif", &good).await.refused(422, "file_type_invalid");
    upload(&lime, "team", "a", &good).await.refused(422, "file_type_invalid");
    upload(&lime, "team", "a.png", b"").await.refused(422, "file_required");
    send(&lime, "/utils/upload/team/", &[("file_name", "a.png")], None).await.refused(422, "file_required");

    let bomb = bomb();
    assert!(bomb.len() < MB, "{}", bomb.len());
    upload(&lime, "team", "a.png", &bomb).await.refused(422, "image_too_large");

    let refused = upload(&lime, "profile", "a.png", &padded(MB + 1)).await.refused(413, "file_too_large");
    assert_eq!(refused["message"], "The file is over 1 MB. Please choose a smaller one.");
    upload(&lime, "profile", "a.png", &padded(MB)).await.ok();
    let refused = upload(&lime, "team", "a.png", &padded(10 * MB + 1)).await.refused(413, "file_too_large");
    assert_eq!(refused["params"]["limit"], 10);
    upload(&lime, "tournament", "a.png", &padded(10 * MB)).await.ok();

    for dir in ["document", "private", "..", "x"] {
        upload(&lime, dir, "a.png", &good).await.refused(404, "not_found");
    }
    lime.post("/utils/upload/team/", json!({"file_name": "a.png"})).await.refused(400, "bad_request");
    upload(&world.anon(), "team", "a.png", &good).await.refused(401, "session_required");
    upload(&world.suspended("bad").await, "team", "a.png", &good).await.refused(403, "account_suspended");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_uploads_so_many_a_minute() {
    let world = World::with(|settings| settings.uploads_per_minute = 2).await;
    let (lime, malee) = (world.user("lime").await, world.user("malee").await);
    for _ in 0..2 {
        upload(&lime, "team", "a.png", &png(8, 8)).await.ok();
    }
    let answer = upload(&lime, "team", "a.png", &png(8, 8)).await;
    assert!(answer.headers.contains_key("retry-after"));
    answer.refused(429, "too_many_requests");
    upload(&malee, "team", "a.png", &png(8, 8)).await.ok();
}

/// Makes an upload whose body never ends. Returns the server's answer.
async fn drip(client: &Client) -> String {
    let address = client.url.trim_start_matches("http://");
    let address = address.split('/').next().unwrap();
    let mut socket = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/utils/upload/team/ HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Length: 1000000\r\n\
         Content-Type: multipart/form-data; boundary=edge\r\n\r\n--edge\r\nContent-Disposition: form-data; name=\"file_content\"; \
         filename=\"a.png\"\r\n\r\nonly the beginning",
        client.token.as_deref().unwrap()
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // The server closes if it stops reading; a reset after the answer is as good.
    let _ = socket.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_drips_keeps_nobody_out() {
    let world = World::with(|settings| {
        settings.upload_places = 2;
        // Longer than all of them need to arrive, on a busy machine.
        settings.upload_patience_ms = 6_000;
        settings.uploads_per_minute = 100;
    })
    .await;
    let (lime, malee, krit) = (world.user("lime").await, world.user("malee").await, world.user("krit").await);
    // Two users with eighteen each: each has one of the two places, three wait for it, the others are refused at once.
    let mut dripping = JoinSet::new();
    for number in 0..36 {
        let client = if number % 2 == 0 { lime.clone() } else { malee.clone() };
        dripping.spawn(async move { drip(&client).await });
    }
    let mut refused = 0;
    while refused < 28 {
        let answer = dripping.join_next().await.unwrap().unwrap();
        assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
        refused += 1;
    }
    upload(&krit, "team", "a.png", &png(40, 40)).await.ok();
    // A queued upload that drips is cut off too when its turn comes.
    let slow = dripping.join_next().await.unwrap().unwrap();
    assert!(slow.starts_with("HTTP/1.1 503") && slow.contains("upload_too_slow"), "{slow}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_nothing_keeps_goes() {
    let world = World::new().await;
    let (lime, malee) = (world.user("lime").await, world.user("malee").await);
    let link = async || upload(&lime, "profile", "a.png", &png(50, 50)).await.ok()["data"].as_str().unwrap().to_owned();
    let status = async |link: &str| read(&lime, link).await.status().as_u16();
    let (first, second, unused) = (link().await, link().await, link().await);

    let edit = |picture: &str, version: i64| json!({"displayName": "Lime", "picture": picture, "version": version});
    let kept = lime.post("/user/edit-profile", edit(&first, 0)).await.ok();
    assert_eq!(kept["picture"], first.as_str());
    assert_eq!(lime.get("/user/me").await.ok()["picture"], first.as_str());
    world.advance(Duration::from_secs(23 * 3600)).await;
    world.run_task("files.purge").await;
    assert_eq!(status(&unused).await, 200, "it may yet be used today");

    // Another user's file cannot become a picture.
    let malee = world.session(malee.user_id).await;
    let refused = malee.post("/user/edit-profile", edit(&second, 0)).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"picture": "field_invalid"}));
    let lime_now = world.session(lime.user_id).await;
    lime_now.post("/user/edit-profile", edit("https://evil.example/x.jpg", 1)).await.refused(422, "fields_invalid");

    lime_now.post("/user/edit-profile", edit(&second, 1)).await.ok();
    world.run_task("files.purge").await;
    assert_eq!((status(&first).await, status(&second).await), (404, 200), "what was replaced is gone");
    world.advance(Duration::from_secs(2 * 3600)).await;
    world.run_task("files.purge").await;
    assert_eq!((status(&unused).await, status(&second).await), (404, 200), "what was never used is gone");
    let here: i64 = sqlx::query_scalar("select count(*) from people.files").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(here, 1);
}
