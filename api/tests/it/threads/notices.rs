//! How members hear of answers, and what becomes of threads.

use std::time::Duration;

use serde_json::{Value, json};

use super::{answer_to, in_shop, new, open, path, staff_path, upload};
use crate::notices::stage::Device;
use crate::support::{Client, World};

async fn answer(staff: &Client, thread: &Value, text: &str) {
    let seen = staff.get(&staff_path(thread, "")).await.ok();
    staff.post(&staff_path(thread, "/answer"), answer_to(&seen, text)).await.ok();
}

async fn inbox(person: &Client) -> Vec<Value> {
    let inbox = person.post("/user-notification/get-my-inbox", json!({"page": 1, "perPage": 50})).await.ok();
    inbox["items"].as_array().unwrap().clone()
}

/// Moves the thread into the past.
async fn age(world: &World, thread: &Value, days: i32) {
    sqlx::query(
        "update people.support_threads set updated_at = updated_at - make_interval(days => $2), closed_at = closed_at - make_interval(days => $2)
         where id = $1",
    )
    .bind(thread["id"].as_i64())
    .bind(days)
    .execute(&world.app.db)
    .await
    .unwrap();
}

#[test]
fn an_answer_comes_to_the_inbox_by_push_and_by_mail_unless_it_was_read() {
    in_shop(async |world| {
        let (mali, ploy, staff) = (world.user("mali").await, world.user("ploy").await, world.operator("nok").await);
        let phone = Device::of(world, &mali).await;
        let thread = open(&mali, "ถามเรื่องโค้ด").await;
        answer(&staff, &thread, "ใช้ได้ถึงสิ้นเดือนค่ะ\n\nลองอีกครั้งนะคะ").await;
        let read = open(&ploy, "อ่านทันที").await;
        answer(&staff, &read, "ค่ะ").await;
        let told = inbox(&mali).await;
        let href = format!("/account/threads/{}", thread["id"]);
        assert_eq!((told.len(), &told[0]["kind"], &told[0]["href"]), (1, &json!("support_answered"), &json!(href)));
        assert_eq!(told[0]["message"], "ใช้ได้ถึงสิ้นเดือนค่ะ ลองอีกครั้งนะคะ");
        // Reading the thread reads the inbox message, and then there is no mail.
        ploy.post(&path(&read, "/read"), json!({"seq": 99})).await.ok();
        assert!(inbox(&ploy).await[0]["readAt"].is_string());
        assert_eq!(ploy.get("/support/threads").await.ok()["items"][0]["unread"], 0);
        answer(&staff, &thread, "เพิ่มเติมค่ะ").await;
        assert_eq!(inbox(&mali).await.len(), 1, "told once until it is read");

        world.advance(Duration::from_secs(31)).await;
        world.run_task("notices.send").await;
        let titles = phone.titles(1).await;
        assert_eq!((titles.len(), titles[0].as_str()), (1, "ทีมงานตอบแล้ว: ถามเรื่องโค้ด"));
        let address = world.address(&mali).await;
        let mail = world.until("a mail", async || world.mailed(&address).await.into_iter().next()).await;
        let text = mail.to_string();
        assert!(
            ["ทีมงานตอบแล้ว: ถามเรื่องโค้ด", "ใช้ได้ถึงสิ้นเดือนค่ะ", "เพิ่มเติมค่ะ", &href].iter().all(|part| text.contains(part)),
            "{text}"
        );
        assert_eq!(world.mails(&mali).await, [("support_answered".to_owned(), "sent".to_owned())]);
        assert!(world.mails(&ploy).await.is_empty());

        // A member may do without the mails.
        let chosen =
            mali.post("/account/mail", json!({"language": "th", "receipts": true, "orders": true, "support": false})).await.ok();
        assert_eq!(chosen["support"], false);
    });
}

#[test]
fn what_was_answered_and_left_is_closed_and_what_is_closed_goes_after_its_time() {
    in_shop(async |world| {
        let (mali, staff) = (world.user("mali").await, world.operator("nok").await);
        let picture = upload(&mali).await.ok()["id"].clone();
        let mut body = new("ทิ้งไว้");
        body["pictures"] = json!([picture]);
        let (left, waiting) = (mali.post("/support/open-thread", body).await.ok(), open(&mali, "ยังรอ").await);
        answer(&staff, &left, "ค่ะ").await;
        for thread in [&left, &waiting] {
            age(world, thread, 15).await;
        }
        world.run_task("support.close").await;
        let closed = mali.get(&path(&left, "")).await.ok();
        assert_eq!((&closed["state"], closed["items"][2].get("side")), (&json!("closed"), None));
        assert_eq!(mali.get(&path(&waiting, "")).await.ok()["state"], "waiting", "whoever waits is not sent away");
        let told = inbox(&mali).await;
        assert_eq!(told[0]["kind"], "support_closed");
        assert!(told[0]["message"].as_str().unwrap().contains("automatically"));

        age(world, &left, 366).await;
        world.run_task("support.purge").await;
        mali.get(&path(&left, "")).await.refused(404, "support_thread_not_found");
        let released = "select count(*) from people.files where user_id = $1 and dir = 'support' and released_at is not null";
        let released: i64 = sqlx::query_scalar(released).bind(mali.user_id).fetch_one(&world.app.db).await.unwrap();
        world.run_task("files.purge").await;
        let kept = world.count(
            "select count(*) from people.support_pictures where thread_id is null and created_at < now() - interval '1 day'",
        );
        assert_eq!((released, kept.await), (1, 0));
    });
}
