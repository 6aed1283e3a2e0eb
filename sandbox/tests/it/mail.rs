use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{MultiPart, SinglePart},
    transport::smtp::authentication::Credentials,
};
use serde_json::{Value, json};

use crate::world::{World, world};

fn sender(w: &World) -> AsyncSmtpTransport<Tokio1Executor> {
    AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1").port(w.sandbox.smtp_port).build()
}

fn letter(to: &str) -> lettre::message::MessageBuilder {
    Message::builder()
        .from("มะนาว <no-reply@manao.example>".parse().unwrap())
        .to(to.parse().unwrap())
        .subject("ใบเสร็จรับเงินของคุณ เลขที่ MN-1042")
}

async fn inbox(w: &World, to: &str) -> Vec<Value> {
    let path = format!("/phone/messages?to={to}");
    let body: Value = w.get(&path).await.json().await.unwrap();
    body["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn thai_mail_with_text_and_html_arrives_readable() {
    let w = world().await;
    let text = "ขอบคุณที่สั่งซื้อ\n\n.บรรทัดที่ขึ้นต้นด้วยจุด\nรหัส 482913";
    let body = MultiPart::alternative_plain_html(text.to_owned(), "<p>ขอบคุณที่สั่งซื้อ</p>".to_owned());
    let mail = letter("Somchai@manao.example").multipart(body).unwrap();
    sender(&w).send(mail).await.unwrap();
    let mail = &inbox(&w, "somchai@manao.example").await[0];
    assert_eq!(mail["kind"], "email");
    assert_eq!(mail["subject"], "ใบเสร็จรับเงินของคุณ เลขที่ MN-1042");
    assert_eq!(mail["from"], "มะนาว <no-reply@manao.example>");
    assert_eq!(mail["text"].as_str().unwrap().replace("\r\n", "\n"), text);
    assert!(mail["html"].as_str().unwrap().contains("<p>ขอบคุณที่สั่งซื้อ</p>"));
    assert_eq!(mail["code"], "482913");
}

#[tokio::test]
async fn plain_mail_has_no_html_and_every_recipient_gets_one() {
    let w = world().await;
    let mail = letter("niran@manao.example")
        .cc("krit@manao.example".parse().unwrap())
        .singlepart(SinglePart::plain("สวัสดี".to_owned()))
        .unwrap();
    let login = Credentials::new("anybody".into(), "anything".into());
    let sender =
        AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1").port(w.sandbox.smtp_port).credentials(login).build();
    sender.send(mail).await.unwrap();
    for to in ["niran@manao.example", "krit@manao.example"] {
        let mail = &inbox(&w, to).await[0];
        assert_eq!((&mail["text"], &mail["html"]), (&json!("สวัสดี"), &json!(null)));
    }
    assert_eq!(w.client.delete(w.url("/phone/messages?to=niran@manao.example")).send().await.unwrap().status(), 204);
    assert!(inbox(&w, "niran@manao.example").await.is_empty());
    assert_eq!(inbox(&w, "krit@manao.example").await.len(), 1);
}

#[tokio::test]
async fn mail_can_be_down_or_refused() {
    let w = world().await;
    w.fault(json!({"kind": "mail_down", "times": 1})).await;
    let mail = || letter("niran@manao.example").body("สวัสดี".to_owned()).unwrap();
    let refused = sender(&w).send(mail()).await.unwrap_err();
    assert!(refused.is_transient(), "{refused}");
    w.fault(json!({"kind": "mail_refuse", "times": 1})).await;
    let refused = sender(&w).send(mail()).await.unwrap_err();
    assert!(refused.is_permanent(), "{refused}");
    sender(&w).send(mail()).await.unwrap();
    assert_eq!(inbox(&w, "niran@manao.example").await.len(), 1);
}
