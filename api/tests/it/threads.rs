//! Threads between members and our staff. One shop serves all tests.

mod limits;
mod notices;

use std::path::Path;
use std::sync::LazyLock;

use manao_api::Settings;
use manao_people::support::command::{self, ThreadsCommand};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::profile::pictures::{png, send};
use crate::support::{Answer, Client, World};

/// It outlives each test, and so does the shop that runs on it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static SHOP: OnceCell<World> = OnceCell::const_new();

/// Runs a test in the common shop.
fn in_shop(test: impl AsyncFnOnce(&'static World)) {
    RUNTIME.block_on(async { test(SHOP.get_or_init(shop).await).await });
}

async fn shop() -> World {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("threads");
    let _ = std::fs::remove_dir_all(&data);
    World::shop_with(|settings: &mut Settings| {
        settings.manao_data = data;
        settings.support_threads_per_day = 3;
        settings.support_messages_per_hour = 3;
        settings.support_open_threads = 2;
    })
    .await
}

/// Returns the request of a thread with this subject.
pub fn new(subject: &str) -> Value {
    json!({"topic": "other", "subject": subject, "text": "ช่วยดูให้หน่อยครับ", "clientId": Uuid::new_v4()})
}

pub async fn upload(client: &Client) -> Answer {
    send(client, "/support/upload-picture", &[("file_name", "slip.png")], Some(&png(40, 20))).await
}

async fn open(client: &Client, subject: &str) -> Value {
    client.post("/support/open-thread", new(subject)).await.ok()
}

fn message(text: &str) -> Value {
    json!({"text": text, "clientId": Uuid::new_v4()})
}

/// Returns an answer to the thread as it is in this view.
fn answer_to(thread: &Value, text: &str) -> Value {
    json!({"text": text, "clientId": Uuid::new_v4(), "version": thread["version"]})
}

fn path(thread: &Value, action: &str) -> String {
    format!("/support/thread/{}{action}", thread["id"])
}

fn staff_path(thread: &Value, action: &str) -> String {
    format!("/console/threads/{}{action}", thread["id"])
}

/// Returns the kind, side and text of each entry.
fn said<'a>(thread: &'a Value) -> Vec<(&'a str, &'a str, &'a str)> {
    let items = thread["items"].as_array().unwrap();
    let word = |entry: &'a Value, name: &str| entry[name].as_str().unwrap_or_default();
    items.iter().map(|entry| (word(entry, "kind"), word(entry, "side"), word(entry, "text"))).collect()
}

#[test]
fn a_member_asks_about_an_order_and_staff_answer_close_and_reopen() {
    in_shop(async |world| {
        let (mali, staff) = (world.user("mali").await, world.operator("nok").await);
        let order = world.order(&mali, "free-fire-68", 1, Some("884210019")).await;
        let number = order["number"].as_str().unwrap().to_owned();
        let mut body = new("จ่ายแล้ว\nแต่ของยังไม่มา");
        body["topic"] = json!("order");
        body["orderNumber"] = json!(number.to_lowercase());
        body["page"] = json!(format!("/purchase/result?number={number}"));
        let thread = mali.post("/support/open-thread", body.clone()).await.ok();
        assert_eq!((&thread["subject"], &thread["state"]), (&json!("จ่ายแล้ว แต่ของยังไม่มา"), &json!("waiting")));
        assert_eq!((&thread["order"]["number"], &thread["order"]["lines"][0]["playerId"]), (&json!(number), &json!("884210019")));
        assert_eq!(said(&thread), [("text", "member", "ช่วยดูให้หน่อยครับ")]);
        assert_eq!(thread.get("member"), None, "that is for staff");
        // Sent again, it is the same thread.
        assert_eq!(mali.post("/support/open-thread", body).await.ok()["id"], thread["id"]);

        // An open page hears of the answer, the staff's list of the question.
        let mut socket = world.socket(&mali).await;
        socket.subscribe(&thread["live"]).await;
        let shown = staff.get(&staff_path(&thread, "")).await.ok();
        assert_eq!((&shown["order"], &shown["member"]["userId"]), (&thread["order"], &json!(mali.user_id)));
        let answer = answer_to(&shown, "กำลังตรวจสอบให้ค่ะ");
        let answered = staff.post(&staff_path(&thread, "/answer"), answer.clone()).await.ok();
        assert_eq!((&answered["state"], &answered["items"][1]["name"]), (&json!("answered"), &json!("nok")));
        let heard = socket.event("support.changed").await;
        assert_eq!((&heard["data"]["state"], &heard["data"]["lastSeq"]), (&json!("answered"), &json!(2)));
        // Sent again it is one; another one to what has changed since is refused.
        let again = staff.post(&staff_path(&thread, "/answer"), answer).await.ok();
        assert_eq!(again["lastSeq"], 2);
        let late = answer_to(&shown, "สองคนตอบพร้อมกัน");
        staff.post(&staff_path(&thread, "/answer"), late).await.refused(409, "support_thread_changed");

        let mine = mali.get(&path(&thread, "")).await.ok();
        assert_eq!(mine["items"][1].get("name"), None, "members see no names of staff");
        let listed = mali.get("/support/threads").await.ok();
        assert_eq!((&listed["items"][0]["unread"], &listed["items"][0]["lastSide"]), (&json!(1), &json!("staff")));
        let reply = message("ได้แล้ว ขอบคุณครับ");
        for _ in 0..2 {
            assert_eq!(mali.post(&path(&thread, "/send"), reply.clone()).await.ok()["lastSeq"], 3);
        }
        // Closing needs the version of the newest message; a closed thread stays closed.
        let seen = json!({"version": answered["version"]});
        staff.post(&staff_path(&thread, "/close"), seen.clone()).await.refused(409, "support_thread_changed");
        mali.post(&path(&thread, "/close"), seen.clone()).await.refused(409, "support_thread_changed");
        let newest = staff.get(&staff_path(&thread, "")).await.ok();
        let closed = staff.post(&staff_path(&thread, "/close"), json!({"version": newest["version"]})).await.ok();
        assert_eq!(closed["state"], "closed");
        assert_eq!(mali.post(&path(&thread, "/close"), seen).await.ok()["lastSeq"], 4);
        mali.post(&path(&thread, "/send"), message("อีกเรื่อง")).await.refused(409, "support_thread_closed");
        staff.post(&staff_path(&thread, "/answer"), answer_to(&closed, "ค่ะ")).await.refused(409, "support_thread_closed");
        let reopened = staff.post(&staff_path(&thread, "/reopen"), json!({"version": closed["version"]})).await.ok();
        assert_eq!((&reopened["state"], said(&reopened).last()), (&json!("waiting"), Some(&("reopened", "staff", ""))));
    });
}

#[test]
fn staff_list_the_longest_wait_first_and_by_state_and_topic() {
    in_shop(async |world| {
        let (mali, staff) = (world.user("mali").await, world.operator("nok").await);
        let (first, mut other) = (open(&mali, "คิวแรก").await, new("คิวสอง"));
        other["topic"] = json!("payment");
        let second = mali.post("/support/open-thread", other).await.ok();
        for (thread, minutes) in [(&first, 90_i32), (&second, 120)] {
            sqlx::query(
                "update people.support_threads set waiting_since = waiting_since - make_interval(mins => $2) where id = $1",
            )
            .bind(thread["id"].as_i64())
            .bind(minutes)
            .execute(&world.app.db)
            .await
            .unwrap();
        }
        let mine = |list: &Value| -> Vec<Value> {
            let ids = list["items"].as_array().unwrap().iter().map(|item| item["id"].clone());
            ids.filter(|id| [&first["id"], &second["id"]].contains(&id)).collect()
        };
        let list = staff.get("/console/threads?perPage=100").await.ok();
        assert_eq!(mine(&list), [second["id"].clone(), first["id"].clone()]);
        assert_eq!(list["items"][0]["memberName"], "mali");
        let seen = staff.get(&staff_path(&second, "")).await.ok();
        staff.post(&staff_path(&second, "/answer"), answer_to(&seen, "ค่ะ")).await.ok();
        for (query, wanted) in [
            ("state=waiting", vec![&first]),
            ("state=answered&topic=payment", vec![&second]),
            ("topic=account", vec![]),
            ("state=closed", vec![]),
        ] {
            let list = staff.get(&format!("/console/threads?perPage=100&{query}")).await.ok();
            assert_eq!(mine(&list), wanted.iter().map(|thread| thread["id"].clone()).collect::<Vec<_>>(), "{query}");
        }
        staff.get("/console/threads?state=lost").await.refused(422, "fields_invalid");
        let page = staff.get("/console/threads?perPage=1&page=2").await.ok();
        assert_eq!((page["items"].as_array().unwrap().len(), page["total"].as_i64() >= Some(2)), (1, true));
    });
}

#[test]
fn a_thread_and_its_pictures_are_its_member_s_and_the_staff_s() {
    in_shop(async |world| {
        let (mali, staff, other) = (world.user("mali").await, world.operator("nok").await, world.user("other").await);
        let picture = upload(&mali).await.ok()["id"].clone();
        let mut body = new("รูปหลักฐาน");
        body["pictures"] = json!([picture]);
        // Nobody else can send it, nor see it.
        other.post("/support/open-thread", body.clone()).await.refused(422, "fields_invalid");
        let thread = mali.post("/support/open-thread", body).await.ok();
        assert_eq!(thread["items"][0]["pictures"], json!([{"id": picture, "width": 40, "height": 20}]));
        let shown = format!("/support/picture/{}/{}", thread["id"], picture.as_str().unwrap());
        for client in [&mali, &staff] {
            let answer = client.get(&shown).await;
            assert_eq!((answer.status.as_u16(), &answer.headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
            assert_eq!(answer.headers["cache-control"], "private, no-store");
        }
        other.get(&shown).await.refused(404, "support_thread_not_found");
        other.get(&path(&thread, "")).await.refused(404, "support_thread_not_found");
        let elsewhere = open(&other, "ของคนอื่น").await;
        let under = format!("/support/picture/{}/{}", elsewhere["id"], picture.as_str().unwrap());
        other.get(&under).await.refused(404, "support_picture_not_found");
        assert_eq!(other.get("/support/threads").await.ok()["total"], 1);
        // A picture belongs to one thread.
        let again = mali
            .post("/support/open-thread", {
                let mut body = new("อีกเรื่อง");
                body["pictures"] = json!([picture]);
                body
            })
            .await;
        assert_eq!(again.refused(422, "fields_invalid")["fields"]["pictures"], "picture_not_found");
    });
}

#[test]
fn suspended_members_write_and_staff_see_that_they_are() {
    in_shop(async |world| {
        let (mali, staff) = (world.suspended("mali").await, world.operator("nok").await);
        upload(&mali).await.ok();
        let thread = open(&mali, "ขอให้พิจารณาใหม่").await;
        mali.post(&path(&thread, "/send"), message("ขอบคุณครับ")).await.ok();
        assert_eq!(staff.get(&staff_path(&thread, "")).await.ok()["member"]["suspended"], true);
    });
}

#[test]
fn the_command_lists_shows_answers_and_closes() {
    in_shop(async |world| {
        let mali = world.user("mali").await;
        let thread = open(&mali, "ถามทางคำสั่ง").await;
        let id = thread["id"].as_i64().unwrap();
        let run = async |command| command::run(&world.app, command).await.map_err(|error| error.to_string());
        let listed = run(ThreadsCommand::List { state: None }).await.unwrap();
        assert!(listed.lines().any(|line| line.starts_with(&format!("{id}\twaiting\t")) && line.ends_with("\tmali\tถามทางคำสั่ง")));
        assert_eq!(run(ThreadsCommand::Answer { id, text: "ตอบแล้ว".into() }).await.unwrap(), format!("Thread {id} is answered."));
        assert!(run(ThreadsCommand::Answer { id, text: "ก".repeat(2001) }).await.unwrap_err().contains("2,000"));
        let shown = run(ThreadsCommand::Show { id }).await.unwrap();
        assert!(shown.contains("ถามทางคำสั่ง · other · answered") && shown.contains("staff\nตอบแล้ว"), "{shown}");
        run(ThreadsCommand::Close { id }).await.unwrap();
        assert_eq!(mali.get(&path(&thread, "")).await.ok()["state"], "closed");
        assert_eq!(run(ThreadsCommand::Show { id: 4 }).await.unwrap_err(), "This conversation was not found.");
    });
}
