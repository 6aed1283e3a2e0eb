//! Every code that an answer can fail with: its status, Thai and English text, in one table.
//!
//! `{name}` in a text is filled from the problem's parameters; a name ending in `Satang` is shown in baht.

use std::borrow::Cow;

use axum::http::StatusCode;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::Lang;
use crate::pages::CONTACT;

/// A way to fail. The name is stable: clients and translations depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    pub name: &'static str,
    pub status: u16,
    pub th: &'static str,
    pub en: &'static str,
}

impl Code {
    /// Returns the page of this site that helps, if there is one.
    pub fn contact(&self, lang: Lang) -> Option<String> {
        (self.name == account_suspended.name).then(|| format!("{}{}", lang.prefix(), CONTACT.path()))
    }

    /// Returns the specification's own words, which clients may compare with; None if it has none.
    pub fn title(&self) -> Option<&'static str> {
        Some(match self.name {
            "tournament_entry_refused" => "Cannot register this tournament",
            "players_count_invalid" => "Your number of players is invalid.",
            "promoter_cannot_enter" => "Promoter or copromoter cannot be registered.",
            "bracket_impossible" => "Can't Generate Bracket",
            _ => return None,
        })
    }

    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// The wire carries a code's name. The schema lists all names, so that a client that compares with an unknown one does not compile.
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        let names = ALL.iter().map(|code| code.name);
        let about = "Stable, snake_case: what a client's logic should use. Status and texts: `x-problems`.";
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).description(Some(about)).into()
    }
}

impl ToSchema for Code {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ProblemCode")
    }
}

macro_rules! codes {
    ($( $name:ident, $status:literal, $th:literal, $en:literal; )*) => {
        $(
            #[allow(non_upper_case_globals, reason = "a code is written as it is sent")]
            pub const $name: Code = Code { name: stringify!($name), status: $status, th: $th, en: $en };
        )*
        /// All codes, for the documentation and the tests.
        pub const ALL: &[Code] = &[$($name),*];
    };
}

codes! {
    // The call itself
    bad_request, 400, "ระบบอ่านคำขอนี้ไม่ได้ กรุณาลองใหม่อีกครั้ง", "This request could not be read. Please try again.";
    not_found, 404, "ไม่พบสิ่งที่คุณกำลังค้นหา", "We could not find what you are looking for.";
    method_not_allowed, 405, "ไม่รองรับคำขอรูปแบบนี้", "This kind of request is not supported.";
    payload_too_large, 413, "ข้อมูลที่ส่งมามีขนาดใหญ่เกินไป", "What you sent is too large.";
    unsupported_media_type, 415, "กรุณาส่งข้อมูลในรูปแบบ JSON", "Please send the data as JSON.";
    fields_invalid, 422, "ข้อมูลบางช่องไม่ถูกต้อง กรุณาตรวจสอบอีกครั้ง", "Some fields are not valid. Please check them.";
    too_many_requests, 429, "คุณทำรายการถี่เกินไป กรุณารอสักครู่แล้วลองใหม่", "Too many requests. Please wait a moment and try again.";
    idempotency_key_required, 400, "คำขอนี้ต้องมี Idempotency-Key", "This request needs an Idempotency-Key.";
    idempotency_key_invalid, 400, "Idempotency-Key ไม่ถูกต้อง", "The Idempotency-Key is not valid.";
    idempotency_key_busy, 409, "คำขอเดียวกันนี้กำลังดำเนินการอยู่ กรุณารอสักครู่แล้วลองอีกครั้ง", "The same request is still being processed. Please try again in a moment.";
    idempotency_key_conflict, 409, "Idempotency-Key นี้ถูกใช้กับคำขออื่นแล้ว", "This Idempotency-Key was already used for another request.";
    internal, 500, "เกิดข้อผิดพลาดในระบบ ทีมงานได้รับแจ้งแล้ว กรุณาลองใหม่อีกครั้ง", "Something went wrong on our side. We have been notified. Please try again.";
    service_unavailable, 503, "ระบบไม่พร้อมให้บริการชั่วคราว กรุณาลองใหม่ในอีกสักครู่", "The service is briefly unavailable. Please try again in a moment.";
    request_timeout, 503, "ระบบใช้เวลานานเกินไป หากกำลังส่งข้อมูลหรือทำรายการอยู่ กรุณาตรวจสอบว่าสำเร็จแล้วหรือไม่ก่อนลองใหม่อีกครั้ง", "This took too long. If you were sending something, please check whether it went through before you try again.";
    maintenance, 503, "ขณะนี้ร้านปิดปรับปรุงระบบ กรุณากลับมาใหม่ภายหลัง", "The shop is closed for maintenance. Please come back later.";

    // Fields
    field_required, 422, "กรุณากรอกข้อมูลช่องนี้", "Please fill this in.";
    field_invalid, 422, "ข้อมูลช่องนี้ไม่ถูกต้อง", "This is not valid.";
    text_too_long, 422, "ข้อความยาวเกินไป", "This is too long.";
    name_required, 422, "กรุณากรอกชื่อ", "Please fill in a name.";
    name_invalid, 422, "ใช้ได้เฉพาะตัวอักษรและเว้นวรรค", "Letters and spaces only.";
    name_too_long, 422, "ชื่อยาวเกินไป", "This name is too long.";
    name_not_thai, 422, "กรุณากรอกเป็นภาษาไทย", "Please use Thai letters.";
    name_not_latin, 422, "กรุณากรอกเป็นภาษาอังกฤษ", "Please use English letters.";
    email_invalid, 422, "รูปแบบอีเมลไม่ถูกต้อง", "This e-mail address is not valid.";
    id_card_invalid, 422, "เลขประจำตัวประชาชนไม่ถูกต้อง", "This ID card number is not valid.";
    student_card_invalid, 422, "เลขประจำตัวนักเรียน/นักศึกษาไม่ถูกต้อง", "This student card number is not valid.";
    birthday_invalid, 422, "วันเกิดไม่ถูกต้อง", "This date of birth is not valid.";
    zip_code_invalid, 422, "รหัสไปรษณีย์ต้องเป็นตัวเลข 5 หลัก", "A postcode has five digits.";
    link_invalid, 422, "ลิงก์ไม่ถูกต้อง ต้องขึ้นต้นด้วย http:// หรือ https://", "This is not a valid link. It must start with http:// or https://.";
    digits_only, 422, "กรอกได้เฉพาะตัวเลข", "Digits only.";
    decimal_only, 422, "กรอกได้เฉพาะตัวเลขและจุดทศนิยม", "Digits and a decimal point only.";

    // Sessions and rights
    session_required, 401, "กรุณาเข้าสู่ระบบก่อนดำเนินการต่อ", "Please log in to continue.";
    session_expired, 401, "เซสชันหมดอายุ กรุณาเข้าสู่ระบบอีกครั้ง", "Your session has expired. Please log in again.";
    session_revoked, 401, "invalid sessions", "invalid sessions";
    forbidden, 403, "คุณไม่มีสิทธิ์ดำเนินการนี้", "You do not have permission to do this.";
    account_suspended, 403, "บัญชีของคุณถูกระงับการใช้งาน กรุณาติดต่อทีมงาน", "Your account is suspended. Please contact support.";
    verification_required, 403, "กรุณายืนยันอีเมลหรือเบอร์มือถือของคุณก่อนสั่งซื้อ", "Please verify your e-mail or mobile number before ordering.";
    terms_required, 403, "กรุณายอมรับข้อกำหนดการใช้บริการก่อนสั่งซื้อ", "Please accept the terms of service before ordering.";
    staff_required, 403, "ส่วนนี้สำหรับทีมงานเท่านั้น", "This is for our staff only.";
    role_required, 403, "บทบาทของคุณไม่มีสิทธิ์ทำรายการนี้ กรุณาติดต่อผู้ดูแลระบบ", "Your role does not allow this. Please ask an admin.";
    console_required, 403, "กรุณายืนยันตัวตนขั้นที่สองเพื่อเข้าคอนโซล", "Please give your second factor to enter the console.";
    factor_required, 403, "กรุณายืนยันตัวตนขั้นที่สองอีกครั้งก่อนทำรายการนี้", "Please give your second factor again before you do this.";
    factor_invalid, 409, "รหัสหรือพาสคีย์นี้ไม่ถูกต้องหรือใช้ไปแล้ว กรุณาลองอีกครั้ง", "This code or passkey is not right or was already used. Please try again.";
    factor_missing, 409, "ยังไม่ได้ตั้งค่าการยืนยันตัวตนขั้นที่สอง", "No second factor is set up yet.";
    factor_exists, 409, "ตั้งค่าการยืนยันตัวตนขั้นที่สองไว้แล้ว กรุณายืนยันตัวตนก่อนเปลี่ยน", "A second factor is set up already. Please give it before you change it.";
    factor_last, 409, "ลบวิธียืนยันตัวตนวิธีสุดท้ายไม่ได้ กรุณาเพิ่มวิธีอื่นก่อน", "This is the last second factor. Please add another before you remove it.";
    passkeys_unavailable, 409, "ที่อยู่เว็บนี้ใช้พาสคีย์ไม่ได้ กรุณาใช้แอปยืนยันตัวตน", "Passkeys cannot be used at this address. Please use an authenticator app.";
    passkeys_full, 409, "มีพาสคีย์ครบ 10 รายการแล้ว กรุณาลบรายการที่ไม่ใช้ก่อน", "You have ten passkeys, which is the most. Please remove one first.";
    passkey_expired, 409, "คำขอใช้พาสคีย์หมดเวลาแล้ว กรุณาเริ่มใหม่", "The request for a passkey has expired. Please start again.";
    staff_self, 409, "ทำรายการนี้กับบัญชีของตนเองไม่ได้ กรุณาให้ทีมงานคนอื่นทำ", "You cannot do this to your own account. Please ask a colleague.";
    staff_changed, 409, "มีคนเปลี่ยนบทบาทของทีมงานคนนี้ไปแล้ว กรุณาดูบทบาทล่าสุดก่อน", "Somebody has changed this person's roles. Please look at them again.";
    factor_reset_not_found, 404, "ไม่พบคำขอล้างวิธียืนยันตัวตนนี้", "This request to reset factors was not found.";
    factor_reset_decided, 409, "คำขอล้างวิธียืนยันตัวตนนี้มีผู้พิจารณาแล้ว", "This request to reset factors has been decided already.";
    staff_last_admin, 409, "ต้องมีผู้ดูแลระบบเหลืออย่างน้อยหนึ่งคน", "At least one admin must remain.";
    promoter_required, 403, "ส่วนนี้สำหรับผู้จัดการแข่งขันที่ได้รับสิทธิ์แล้ว สมัครเป็นผู้จัดได้ที่หน้าบัญชีของคุณ", "This is for organizers only. You can apply on your account page.";

    fresh_proof_needed, 403, "กรุณายืนยันว่าเป็นคุณอีกครั้งก่อนดำเนินการต่อ", "Please confirm that it is you before you continue.";
    proof_channel_missing, 409, "บัญชีนี้ยังไม่มีเบอร์มือถือหรืออีเมลที่ยืนยันแล้วสำหรับรับรหัส", "This account has no verified number or e-mail of this kind to send a code to.";

    // Logging in
    login_attempt_invalid, 400, "การเข้าสู่ระบบครั้งนี้หมดอายุหรือถูกใช้ไปแล้ว กรุณาเริ่มใหม่", "This login has expired or was already used. Please start again.";
    login_rejected, 401, "ผู้ให้บริการเข้าสู่ระบบไม่ยืนยันตัวตนของคุณ กรุณาลองใหม่", "The login provider could not confirm your identity. Please try again.";
    login_unavailable, 503, "ติดต่อผู้ให้บริการเข้าสู่ระบบไม่ได้ในขณะนี้ กรุณาลองใหม่ในอีกสักครู่", "The login provider cannot be reached right now. Please try again in a moment.";
    login_email_missing, 422, "บัญชีโซเชียลมีเดียของคุณยังไม่ได้ผูกกับอีเมล กรุณาอนุญาตให้เข้าถึงอีเมล หรือเลือกวิธีเข้าสู่ระบบแบบอื่น", "Your social media account is not linked to an e-mail address. Please allow access to your e-mail, or choose another way to log in.";
    refresh_token_invalid, 401, "เซสชันหมดอายุ กรุณาเข้าสู่ระบบอีกครั้ง", "Your session has expired. Please log in again.";

    // Mobile numbers and one-time codes
    mobile_number_invalid, 422, "กรุณากรอกเบอร์มือถือ 10 หลัก เช่น 0812345678", "Please enter a Thai mobile number of 10 digits, such as 0812345678.";
    mobile_number_suspended, 409, "เบอร์นี้ถูกระงับการใช้งานโดยผู้ให้บริการเครือข่าย", "This number has been suspended by its mobile operator.";
    mobile_number_unregistered, 409, "ยังไม่มีบัญชีที่ใช้เบอร์นี้", "There is no account with this number yet.";
    mobile_number_registered, 409, "เบอร์นี้มีบัญชีอยู่แล้ว กรุณาเข้าสู่ระบบ", "This number already has an account. Please log in.";
    mobile_number_fixed, 409, "บัญชีของคุณยืนยันเบอร์มือถือแล้ว จึงเปลี่ยนเบอร์ไม่ได้", "Your account already has a verified number, which cannot be changed.";
    mobile_number_taken, 409, "เบอร์นี้ได้รับการยืนยันกับบัญชีอื่นแล้ว", "This number is already verified on another account.";
    mobile_number_or_mine, 422, "กรุณาเลือกเบอร์ของคุณ หรือกรอกเบอร์อื่น อย่างใดอย่างหนึ่ง", "Please choose your own number or enter another one, not both.";
    mobile_number_missing, 409, "กรุณายืนยันเบอร์มือถือของคุณก่อน", "Please verify your mobile number first.";
    paying_number_needed, 409, "ตอนนี้ช่องทางนี้ต้องใช้เบอร์มือถือของวอลเล็ต กรุณาเลือกวิธีชำระเงินอีกครั้งแล้วกรอกเบอร์", "This payment method now needs the mobile number of your wallet. Please choose how to pay again and enter it.";
    otp_code_invalid, 422, "กรุณากรอกรหัส OTP 6 หลัก", "Please enter the 6-digit code.";
    otp_wrong, 422, "รหัส OTP ไม่ถูกต้อง ลองได้อีก {triesLeft} ครั้ง", "This code is incorrect. Attempts left: {triesLeft}.";
    otp_expired, 410, "รหัส OTP หมดอายุหรือถูกใช้ไปแล้ว กรุณาขอรหัสใหม่", "This code has expired or was already used. Please request a new one.";
    otp_too_many_tries, 429, "กรอกรหัส OTP ผิดเกินจำนวนครั้งที่กำหนด กรุณาขอรหัสใหม่", "Too many incorrect codes. Please request a new one.";
    otp_too_soon, 429, "เพิ่งขอรหัสไป กรุณารอ {seconds} วินาทีแล้วขอใหม่", "A code was just sent. Please wait {seconds} seconds before requesting another.";
    texts_limit, 429, "ส่งรหัสไปยังเบอร์ที่ไม่ใช่ของคุณครบจำนวนครั้งแล้ว กรุณารอสักครู่ หรือชำระด้วยเบอร์ของคุณเองหรือช่องทางอื่น", "Too many codes were sent to numbers that are not yours. Please wait a while, use your own number, or pay another way.";
    mobile_number_blocked, 409, "เจ้าของเบอร์นี้ไม่รับรหัสชำระเงินจากร้าน กรุณาใช้เบอร์อื่นหรือช่องทางอื่น หากเป็นเบอร์ของคุณ ตอบกลับ SMS ด้วยคำว่า START", "This number does not accept payment codes from the shop. Please use another number or payment method. If it is yours, reply START to the text message.";
    otp_limit, 429, "ขอรหัส OTP เกินจำนวนครั้งที่กำหนด กรุณาลองใหม่ภายหลัง", "Too many codes were requested. Please try again later.";
    otp_token_invalid, 410, "การยืนยันเบอร์หมดอายุหรือถูกใช้ไปแล้ว กรุณาเริ่มใหม่", "This confirmation has expired or was already used. Please start again.";
    kyc_number_taken, 409, "เบอร์นี้ใช้ยืนยันตัวตน (KYC) กับบัญชีอื่นแล้ว", "This number is already used for KYC on another account.";
    kyc_number_same, 409, "เบอร์นี้เป็นเบอร์ KYC ของคุณอยู่แล้ว", "This is already your KYC number.";
    kyc_change_too_early, 409, "เปลี่ยนเบอร์ KYC ได้อีกครั้งหลังครบ {days} วัน", "The KYC number can be changed again after {days} days.";
    telecom_unavailable, 503, "ติดต่อผู้ให้บริการเครือข่ายไม่ได้ในขณะนี้ กรุณาลองใหม่ในอีกสักครู่", "The mobile operator cannot be reached right now. Please try again in a moment.";
    display_name_invalid, 422, "ชื่อที่แสดงต้องมี 1 ถึง 50 ตัวอักษร", "A display name must have 1 to 50 characters.";

    // Sessions and suspension
    session_not_found, 404, "ไม่พบอุปกรณ์นี้ หรือออกจากระบบไปแล้ว", "This device was not found or is already logged out.";
    user_suspended, 409, "บัญชีนี้ถูกระงับอยู่แล้ว", "This account is already suspended.";
    user_not_suspended, 409, "บัญชีนี้ไม่ได้ถูกระงับ", "This account is not suspended.";

    // Account sync
    legacy_profile_required, 422, "กรุณาเลือกโปรไฟล์ที่ต้องการใช้ต่อ", "Please choose the profile to continue with.";
    legacy_profile_not_found, 404, "ไม่พบโปรไฟล์นี้", "This profile was not found.";
    legacy_profile_claimed, 409, "โปรไฟล์นี้ถูกใช้งานไปแล้ว", "This profile is already in use.";
    account_synced, 409, "บัญชีนี้เลือกโปรไฟล์เรียบร้อยแล้ว", "A profile has already been chosen for this account.";
    terms_outdated, 409, "เราปรับปรุงข้อกำหนดการใช้บริการแล้ว กรุณาอ่านฉบับล่าสุดแล้วกดยอมรับอีกครั้ง", "We have updated the terms of service. Please read and accept the current version.";

    // Catalogue and cart
    query_invalid, 400, "คำถามนี้ไม่ตรงกับโครงสร้างข้อมูลของแคตตาล็อก", "This query does not match the catalogue's schema.";
    query_too_costly, 400, "คำถามนี้ขอข้อมูลมากเกินไป ({limit}: ไม่เกิน {most}) กรุณาแบ่งถามเป็นหลายครั้ง", "This query asks for too much ({limit}: at most {most}). Please split it into smaller ones.";
    game_not_found, 404, "ไม่พบเกมนี้", "This game was not found.";
    product_not_found, 404, "ไม่พบสินค้านี้", "This product was not found.";
    product_sold_out, 409, "สินค้านี้หมดแล้ว", "This product is sold out.";
    product_paused, 409, "สินค้านี้หยุดขายชั่วคราว เพราะผู้ขายยังส่งให้ไม่ได้ในตอนนี้ กรุณาลองใหม่ภายหลัง", "This product is not for sale for the moment: its seller cannot deliver it right now. Please try again later.";
    product_withdrawn, 409, "สินค้านี้งดจำหน่ายแล้ว", "This product is no longer for sale.";
    stock_insufficient, 409, "สินค้ามีไม่พอ เหลืออยู่ {remaining} ชิ้น", "Not enough in stock: {remaining} left.";
    stock_alert_needless, 409, "สินค้านี้สั่งซื้อได้แล้ว ไม่ต้องรอแจ้งเตือน", "You can buy this now, so there is nothing to wait for.";
    stock_alert_limit, 409, "คุณขอให้แจ้งเตือนครบ {most} สินค้าแล้ว กรุณาเอาออกก่อนหนึ่งรายการ", "You are already waiting for {most} products. Please remove one first.";
    flash_sale_limit, 409, "แฟลชเซลจำกัด {limit} ชิ้นต่อคน ชิ้นที่เกินคิดราคาปกติ", "This flash sale is limited to {limit} per person. Any more are sold at the regular price.";
    tax_id_invalid, 422, "เลขประจำตัวผู้เสียภาษีไม่ถูกต้อง กรุณาตรวจสอบเลข 13 หลักอีกครั้ง", "This tax ID is not valid. Please check its 13 digits.";
    tax_invoice_over, 409, "ขอใบกำกับภาษีได้ภายใน {days} วันหลังชำระเงิน", "A tax invoice can be requested within {days} days of payment.";
    tax_invoice_nothing_sold, 409, "คำสั่งซื้อนี้คืนเงินหรือยกเลิกครบทุกรายการแล้ว จึงออกใบกำกับภาษีไม่ได้", "Everything in this order was refunded or cancelled, so no tax invoice can be issued.";
    sales_document_not_found, 404, "ไม่พบเอกสารนี้ในคำสั่งซื้อ", "This document does not belong to the order.";
    saved_player_not_found, 404, "ไม่พบไอดีที่บันทึกไว้นี้", "This saved player was not found.";
    saved_players_limit, 409, "บันทึกไอดีได้ไม่เกิน {limit} รายการ ลบรายการที่ไม่ใช้แล้วก่อน", "You can save at most {limit} players. Please delete one you no longer need.";
    saved_player_exists, 409, "บันทึกไอดีนี้ไว้แล้ว", "This player is already saved.";
    order_waiting, 409, "คำสั่งซื้อ {number} สำหรับรายการเดียวกันยังรอชำระเงินอยู่ ชำระต่อ หรือยืนยันว่าต้องการสั่งซื้ออีกครั้ง", "Order {number} for the same items is still waiting to be paid. Continue that payment, or confirm that you want to order again.";
    open_orders_limit, 409, "คุณมีคำสั่งซื้อที่รอชำระเงินครบ {limit} รายการแล้ว กรุณาชำระหรือยกเลิกก่อน", "You already have {limit} unpaid orders. Please pay or cancel one first.";
    flash_sale_not_found, 404, "ไม่พบแฟลชเซลนี้ หรือยังไม่ถึงเวลาเริ่ม", "This flash sale was not found or has not begun.";
    flash_sale_line, 409, "ตอนนี้มีคนซื้อพร้อมกันมาก กรุณาเข้าคิว เราจะเก็บลำดับไว้ให้และแจ้งเมื่อถึงคิวของคุณ", "Many people are buying this right now. Please join the line: we keep your place and tell you when it is your turn.";
    flash_sale_sold_out, 409, "สินค้าแฟลชเซลหมดแล้ว", "The flash sale is sold out.";
    quantity_invalid, 422, "จำนวนต้องเป็น 1 ชิ้นขึ้นไป", "The quantity must be at least 1.";
    cart_item_not_found, 404, "ไม่พบสินค้านี้ในตะกร้า", "This item is not in your cart.";
    cart_items_limit, 409, "ตะกร้าใส่สินค้าได้ไม่เกิน {limit} รายการ", "A cart holds at most {limit} items.";
    cart_product_limit, 409, "สินค้าเดียวกันซื้อได้ไม่เกิน {limit} ชิ้น", "You can buy at most {limit} of the same product.";
    cart_amount_limit, 409, "ยอดรวมในตะกร้าต้องไม่เกิน {limitSatang} บาท", "The cart total cannot exceed {limitSatang} baht.";
    player_id_invalid, 422, "รูปแบบไอดีผู้เล่นไม่ถูกต้อง", "This player ID does not look right.";
    player_unknown, 422, "ไม่พบไอดีผู้เล่นนี้ กรุณาตรวจสอบอีกครั้ง", "We could not find a player with this ID. Please check it.";
    player_account_abnormal, 422, "บัญชีผู้เล่นนี้มีสถานะผิดปกติ เกมจึงไม่รับการเติม กรุณาติดต่อฝ่ายดูแลของเกม", "The game refuses top-ups for this account because its status is abnormal. Please contact the game's support.";
    player_minor_or_region, 422, "เกมไม่รับการเติมให้บัญชีนี้ตามข้อกำหนดเรื่องอายุหรือประเทศ", "The game does not accept top-ups for this account because of its rules on age or country.";
    player_level_too_low, 422, "เลเวลของบัญชีนี้ยังไม่ถึงเกณฑ์ที่เกมรับการเติม เล่นต่ออีกหน่อยแล้วลองใหม่", "This account's level is too low for a top-up. Play a little more and try again.";
    player_limit_exceeded, 422, "บัญชีนี้เติมครบจำนวนที่เกมกำหนดแล้ว กรุณาลองใหม่ในรอบถัดไป", "This account has reached the game's limit on top-ups. Please try again in the next period.";
    player_region_restricted, 422, "บัญชีนี้อยู่ในประเทศที่เติมสินค้านี้ไม่ได้ กรุณาตรวจสอบไอดีหรือเลือกเกมของประเทศนั้น", "This account's region cannot receive this product. Please check the ID, or choose the game of that region.";
    player_active_pass, 422, "บัญชีนี้มีพาสรายสัปดาห์หรือรายเดือนที่ยังไม่หมดอายุ กรุณารอให้หมดก่อนแล้วลองใหม่", "This account has a weekly or monthly pass that is still active. Please try again once it has ended.";
    player_new_or_guest, 422, "เกมยังไม่รับการเติมให้บัญชีใหม่หรือบัญชีเกสต์ กรุณาผูกบัญชีหรือเล่นต่ออีกระยะหนึ่ง", "The game does not accept top-ups for new or guest accounts yet. Please link the account or play for a while.";
    player_forbidden, 422, "เกมไม่รับการเติมให้บัญชีผู้เล่นนี้ กรุณาติดต่อฝ่ายดูแลของเกม", "The game refuses top-ups for this account. Please contact the game's support.";
    number_not_eligible, 409, "เบอร์นี้ใช้แพ็กเกจนี้ไม่ได้ กรุณาเลือกแพ็กเกจอื่นหรือสอบถามผู้ให้บริการเครือข่าย", "This number cannot have this package. Please choose another package, or ask the mobile operator.";
    number_already_active, 409, "เบอร์นี้มีแพ็กเกจนี้อยู่แล้ว ซื้อใหม่ได้เมื่อแพ็กเกจเดิมหมดอายุ", "This number already has this package. You can buy it again once it has ended.";
    number_wrong_network, 409, "แพ็กเกจนี้ใช้ได้กับเบอร์ของผู้ให้บริการเครือข่ายที่ระบุเท่านั้น กรุณากรอกเบอร์อื่น", "This package is for numbers of its mobile operator only. Please enter another number.";
    number_blocked, 409, "เจ้าของเบอร์นี้ไม่รับแพ็กเกจจากร้าน หากเป็นเบอร์ของคุณ ตอบกลับ SMS ด้วยคำว่า START", "This number does not accept packages from the shop. If it is yours, reply START to the text message.";
    number_quantity, 422, "แพ็กเกจนี้ซื้อได้ครั้งละ 1 ต่อเบอร์", "A number can have this package once at a time.";
    number_consent_needed, 409, "เบอร์ {number} ไม่ใช่เบอร์ของคุณ กรุณาขอรหัสยินยอมจากเจ้าของเบอร์ก่อนสั่งซื้อ", "{number} is not your number. Please ask its owner for the code of consent before you order.";
    number_consent_needless, 409, "เบอร์นี้สั่งซื้อได้เลย ไม่ต้องใช้รหัสยินยอม", "You can order for this number; no code of consent is needed.";
    subscription_not_found, 404, "ไม่พบแพ็กเกจนี้", "This package was not found.";
    subscription_changed, 409, "แพ็กเกจนี้เพิ่งมีการเปลี่ยนแปลง กรุณาตรวจสอบแล้วลองอีกครั้ง", "This package has just changed. Please check it and try again.";
    subscription_not_cancellable, 409, "แพ็กเกจนี้ยกเลิกที่นี่ไม่ได้ กรุณาติดต่อผู้ให้บริการเครือข่าย", "This package cannot be cancelled here. Please contact the mobile operator.";
    server_required, 422, "กรุณาระบุเซิร์ฟเวอร์หรือโซน", "Please give your server or zone.";
    server_unknown, 422, "ไม่พบเซิร์ฟเวอร์หรือโซนนี้ กรุณาตรวจสอบอีกครั้ง", "We could not find this server or zone. Please check it.";
    server_closed, 409, "เซิร์ฟเวอร์นี้ปิดให้บริการชั่วคราว กรุณาเลือกเซิร์ฟเวอร์อื่น", "This server is closed for now. Please choose another one.";
    partner_unavailable, 503, "ระบบเติมเกมของพาร์ตเนอร์ไม่พร้อมให้บริการชั่วคราว กรุณาลองใหม่ในอีกสักครู่", "The top-up partner is briefly unavailable. Please try again in a moment.";

    // Orders and payments
    region_not_confirmed, 422, "สินค้าบางรายการใช้ได้กับบัญชีของประเทศที่ระบุเท่านั้น กรุณายืนยันประเทศของบัญชีก่อนชำระเงิน", "Some of these products only work with accounts of one country. Please confirm your account's country before paying.";
    cart_empty, 422, "ยังไม่มีสินค้าให้ชำระเงิน", "There is nothing to pay for.";
    price_changed, 409, "ราคาเปลี่ยนแล้ว ยอดรวมใหม่คือ {totalSatang} บาท กรุณาตรวจสอบก่อนชำระเงิน", "Prices have changed. The new total is {totalSatang} baht; please check it before paying.";
    channel_not_found, 404, "ไม่พบวิธีชำระเงินนี้", "This payment method was not found.";
    channel_not_allowed, 409, "ใช้วิธีชำระเงินนี้กับรายการนี้ไม่ได้", "This payment method cannot be used for this order.";
    channel_closed, 409, "วิธีชำระเงินนี้ใช้ไม่ได้ชั่วคราว", "This payment method is unavailable for now.";
    channel_minimum, 409, "วิธีชำระเงินนี้รับยอดขั้นต่ำ {minSatang} บาท", "The minimum for this payment method is {minSatang} baht.";
    channel_maximum, 409, "วิธีชำระเงินนี้รับยอดไม่เกิน {maxSatang} บาท", "The maximum for this payment method is {maxSatang} baht.";
    channel_excluded, 409, "สินค้าบางรายการชำระด้วยวิธีนี้ไม่ได้", "Some of these products cannot be paid for this way.";
    channel_flash_sale, 409, "สินค้าแฟลชเซลชำระด้วยวิธีนี้ไม่ได้", "Flash-sale products cannot be paid for this way.";
    channel_number, 409, "เบอร์มือถือนี้ชำระด้วยวิธีนี้ไม่ได้", "This mobile number cannot be used to pay this way.";
    channel_down, 409, "ธนาคารหรือผู้ให้บริการไม่ตอบตั้งแต่ {since} น. จะเปิดเองเมื่อกลับมา", "It has not answered since {since}. It opens by itself when it is back.";
    channel_unavailable, 409, "ผู้ให้บริการชำระเงินไม่รับวิธีนี้ในขณะนี้", "The payment provider does not take this payment method now.";
    channel_credit, 409, "ยอดเงินหรือวงเงินคงเหลือของเบอร์นี้ไม่พอสำหรับรายการนี้", "This number does not have enough balance or credit for this order.";
    order_not_found, 404, "ไม่พบคำสั่งซื้อนี้", "This order was not found.";
    order_state, 409, "สถานะคำสั่งซื้อไม่รองรับการดำเนินการนี้", "This is not possible in the order's current state.";
    order_changed, 409, "คำสั่งซื้อเพิ่งมีการเปลี่ยนแปลง กรุณาตรวจสอบแล้วลองอีกครั้ง", "The order has just changed. Please check it, then try again.";
    correction_too_late, 409, "รายการนี้แก้ไขไม่ได้แล้ว เพราะพาร์ตเนอร์รับไปดำเนินการแล้วหรือรายการสิ้นสุดแล้ว", "This can no longer be corrected: our partner is already delivering it, or it has ended.";
    correction_limit, 409, "รายการนี้แก้ไขครบ {limit} ครั้งแล้ว คุณยังขอเงินคืนหรือติดต่อทีมงานได้", "This was corrected {limit} times already. You can still get your money back or contact our team.";
    payment_checking, 409, "เรากำลังตรวจสอบการชำระเงินของคำสั่งซื้อนี้ กรุณารอสักครู่ เพื่อไม่ให้คุณจ่ายซ้ำ", "A payment for this order is being checked. Please wait a moment, so that you do not pay twice.";
    card_invalid, 409, "ใช้บัตรนี้ไม่ได้ ยังไม่มีการหักเงิน กรุณากรอกข้อมูลบัตรใหม่หรือใช้บัตรอื่น", "This card cannot be used. Nothing was charged; please enter it again or use another card.";
    card_not_found, 404, "ไม่พบบัตรที่บันทึกไว้นี้", "This saved card was not found.";
    hand_over_over, 410, "ลิงก์นี้ถูกใช้ไปแล้วหรือหมดอายุ กรุณาสแกนโค้ดใหม่ที่หน้าคำสั่งซื้อ", "This link was used or has expired. Please scan a new code on the order's page.";
    order_expired, 410, "คำสั่งซื้อหมดเวลาชำระเงินแล้ว", "The time to pay for this order has run out.";
    mobile_balance_short, 409, "ยอดเงินหรือวงเงินคงเหลือของเบอร์นี้ไม่พอ ยังไม่มีการหักเงิน กรุณาเติมเงินแล้วขอรหัสใหม่ หรือเลือกวิธีอื่น", "This number does not have enough balance. Nothing was charged; please top it up and request a new code, or pay another way.";
    mobile_cap_reached, 409, "เบอร์นี้ใช้จ่ายครบวงเงินต่อเดือนที่เครือข่ายกำหนดไว้แล้ว ยังไม่มีการหักเงิน กรุณาใช้เบอร์อื่นหรือช่องทางอื่น", "This number has reached the operator's monthly spending limit. Nothing was charged; please use another number or payment method.";
    payment_unavailable, 503, "ระบบชำระเงินไม่พร้อมให้บริการชั่วคราว กรุณาลองใหม่ในอีกสักครู่", "The payment provider is briefly unavailable. Please try again in a moment.";
    codes_not_ready, 409, "โค้ดยังไม่พร้อม กรุณารอให้คำสั่งซื้อสำเร็จก่อน", "The codes will be ready once the order has been delivered.";
    code_not_found, 404, "ไม่พบโค้ดนี้ในคำสั่งซื้อ", "There is no such code in this order.";
    claim_not_viewed, 409, "กรุณาเปิดดูโค้ดก่อนแจ้งว่าโค้ดถูกใช้ไปแล้ว", "Please reveal the code before you report it as used.";
    claim_open, 409, "คุณแจ้งโค้ดนี้ไว้แล้ว ทีมงานกำลังตรวจสอบ", "You have already reported this code. Our team is looking into it.";
    claim_not_found, 404, "ไม่พบการแจ้งโค้ดนี้", "This code claim was not found.";
    claim_decided, 409, "การแจ้งโค้ดนี้ได้รับการพิจารณาไปแล้ว", "This claim has already been decided.";
    claim_stock_gone, 409, "ไม่มีโค้ดของสินค้านี้เหลือให้แลก กรุณาเติมสต็อกแล้วลองอีกครั้ง", "There is no code of this product left to give in exchange. Please restock it and try again.";
    receipt_not_ready, 409, "ใบเสร็จจะออกเมื่อชำระเงินแล้ว", "The receipt will be issued once the order has been paid.";
    article_not_found, 404, "ไม่พบบทความนี้", "This article was not found.";
    article_changed, 409, "มีคนบันทึกบทความนี้ไปก่อนแล้ว กรุณาโหลดใหม่ก่อนแก้ไข", "Somebody saved this article in the meantime. Reload it before you edit.";
    article_slug_taken, 422, "ที่อยู่นี้มีบทความอื่นใช้แล้ว", "Another article has this address.";
    article_language_missing, 422, "ต้องมีข้อความอย่างน้อยหนึ่งภาษา (th หรือ en)", "A text in th or en is needed.";
    article_schedule_invalid, 422, "เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่ม", "The end must come after the start.";
    article_too_long, 422, "ข้อความยาวเกินไป", "The text is too long.";
    article_too_deep, 422, "รายการหรือข้อความอ้างอิงซ้อนกันลึกเกินไป", "Lists or quotes are nested too deeply.";
    webhook_signature_invalid, 401, "ลายเซ็นของเว็บฮุกไม่ถูกต้อง", "The webhook's signature is not valid.";
    unmatched_charge_not_found, 404, "ไม่พบรายการเงินนี้", "This charge was not found.";
    unmatched_charge_pending, 409, "รายการนี้ยังชำระได้อยู่ กรุณารอจนกว่าจะสิ้นสุดที่ผู้ให้บริการชำระเงิน", "This charge can still be paid. Please wait until it has ended at the payment provider.";
    dispute_open, 409, "ธนาคารของคุณขอเงินของคำสั่งซื้อ {number} คืน กรุณารอผลการพิจารณาก่อนสั่งซื้อใหม่ หากมีข้อสงสัยกรุณาติดต่อทีมงาน", "Your bank has disputed the payment for order {number}. You can place new orders once that is decided. If you have questions, please contact our team.";
    dispute_open_elsewhere, 409, "มีคำสั่งซื้อจากบัญชีอื่นที่ใช้อีเมลหรือเบอร์เดียวกันซึ่งธนาคารขอเงินคืนอยู่ กรุณารอผลการพิจารณาก่อนสั่งซื้อใหม่ หากมีข้อสงสัยกรุณาติดต่อทีมงาน", "The payment for an order of another account with the same e-mail or mobile number has been disputed. You can place new orders once that is decided. If you have questions, please contact our team.";
    refund_not_found, 404, "ไม่พบรายการคืนเงินนี้", "This refund was not found.";
    refund_changed, 409, "ยอดคืนเงินนี้เปลี่ยนไปแล้ว กรุณาโหลดรายการใหม่", "This refund has changed in the meantime. Please reload the list.";
    refund_disputed, 409, "รายการนี้อยู่ระหว่างข้อพิพาท กรุณารอผลการพิจารณาก่อน", "This payment is disputed. Please wait for the outcome.";
    refund_too_much, 409, "คืนเงินได้ไม่เกินยอดที่เหลือ กรุณาตรวจสอบจำนวนเงิน", "This is more than can be refunded. Please check the amount.";
    refund_channel, 409, "ช่องทางชำระเงินนี้คืนเงินจำนวนนี้ไม่ได้ กรุณาคืนด้วยวิธีอื่น", "The payment channel cannot refund this amount. Please pay it back another way.";
    order_line_not_found, 404, "ไม่พบรายการนี้ในคำสั่งซื้อ", "This item was not found in the order.";
    reconciliation_not_found, 404, "ไม่พบผลต่างรายการนี้", "This difference was not found.";
    reconciliation_changed, 409, "ผลต่างรายการนี้เปลี่ยนไป หรือมีคนอธิบายไว้แล้ว กรุณาโหลดรายการใหม่", "This difference has changed or has been explained already. Please reload the list.";
    codes_frozen, 409, "เงินทั้งหมดหรือบางส่วนของคำสั่งซื้อนี้ถูกคืนหรืออยู่ระหว่างข้อพิพาท ยอดที่เหลือไม่พอสำหรับโค้ดที่ยังไม่เคยเปิดดู จึงยังแสดงไม่ได้ กรุณาติดต่อทีมงาน", "Some or all of this order's money was refunded or is disputed, and what is left does not cover these codes, so they are on hold. Please contact our team.";
    delivery_not_found, 404, "ไม่พบรายการส่งมอบนี้", "This delivery was not found.";
    delivery_under_way, 409, "พาร์ตเนอร์รับรายการนี้แล้วและอาจยังส่งอยู่ กรุณาให้พาร์ตเนอร์ยกเลิกรายการก่อน แล้วจึงปิดรายการนี้", "The partner has accepted this order and may still deliver it. Please have the partner cancel it before you close it here.";
    delivery_done, 409, "พาร์ตเนอร์ส่งรายการนี้สำเร็จแล้ว จึงไม่ได้ปิดรายการและไม่ต้องคืนเงิน", "The partner has delivered this after all. It was not closed and no refund is due.";
    delivery_state, 409, "สถานะการส่งมอบไม่รองรับการดำเนินการนี้", "This is not possible in the delivery's current state.";

    // Coupons
    coupon_not_found, 404, "ไม่พบโค้ดส่วนลดนี้ กรุณาตรวจสอบอีกครั้ง", "This coupon code was not found. Please check it.";
    coupon_not_usable, 409, "โค้ดส่วนลดนี้ใช้ไม่ได้", "This coupon cannot be used.";
    coupon_not_started, 409, "โค้ดส่วนลดนี้ยังไม่ถึงเวลาใช้งาน", "This coupon cannot be used yet.";
    coupon_over, 409, "โค้ดส่วนลดนี้หมดอายุแล้ว", "This coupon has expired.";
    coupon_out_of_scope, 409, "โค้ดส่วนลดนี้ใช้กับสินค้าที่เลือกไม่ได้", "This coupon does not apply to these products.";
    coupon_below_minimum, 409, "โค้ดส่วนลดนี้ใช้ได้เมื่อซื้อครบ {minimumSatang} บาท", "This coupon requires a purchase of at least {minimumSatang} baht.";
    coupon_quota_reached, 409, "โค้ดส่วนลดนี้ถูกใช้ครบจำนวนแล้ว", "This coupon has been used up.";
    coupon_already_redeemed, 409, "คุณเก็บโค้ดส่วนลดนี้ไว้แล้ว", "You already have this coupon.";

    // Mail
    mail_link_invalid, 404, "ลิงก์นี้ใช้ไม่ได้ กรุณาตั้งค่าอีเมลในหน้าโปรไฟล์แทน", "This link does not work. Please change your e-mail settings in your profile instead.";
    email_taken, 409, "อีเมลนี้ใช้ยืนยันกับบัญชีอื่นแล้ว", "This e-mail address is already verified on another account.";
    email_verified, 409, "บัญชีของคุณยืนยันอีเมลนี้แล้ว", "This address is already verified on your account.";

    // Inbox
    inbox_message_not_found, 404, "ไม่พบข้อความนี้", "This message was not found.";
    push_endpoint_invalid, 422, "เราส่งการแจ้งเตือนไปยังบริการของเบราว์เซอร์นี้ไม่ได้", "We cannot send notifications to this browser's push service.";
    quiet_hours_empty, 422, "เวลาเริ่มและเวลาสิ้นสุดต้องไม่ตรงกัน", "The start and the end cannot be the same time.";

    // Files
    file_required, 422, "กรุณาเลือกไฟล์รูปภาพ", "Please choose a picture.";
    file_type_invalid, 422, "ประเภทไฟล์ไม่ถูกต้อง รองรับเฉพาะไฟล์ .jpg .jpeg และ .png", "Invalid file type: only .jpg, .jpeg and .png pictures.";
    file_too_large, 413, "ขนาดไฟล์เกิน {limit} MB กรุณาเลือกไฟล์ที่เล็กลง", "The file is over {limit} MB. Please choose a smaller one.";
    upload_too_slow, 503, "การอัปโหลดช้าเกินไป กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง", "The upload was too slow. Please check your connection and try again.";
    image_too_large, 422, "รูปภาพมีความละเอียดสูงเกินไป กรุณาย่อขนาดภาพก่อนอัปโหลด", "The picture's resolution is too high. Please make it smaller first.";

    // Support
    support_thread_not_found, 404, "ไม่พบเรื่องนี้", "This conversation was not found.";
    support_thread_closed, 409, "เรื่องนี้ปิดแล้ว หากยังต้องการความช่วยเหลือ กรุณาเริ่มเรื่องใหม่", "This conversation is closed. If you still need help, please start a new one.";
    support_thread_changed, 409, "เรื่องนี้เพิ่งมีความเคลื่อนไหว กรุณาอ่านก่อนแล้วลองอีกครั้ง", "Something new has come in here. Please read it, then try again.";
    support_threads_limit, 409, "คุณมีเรื่องที่ยังไม่ปิดครบ {limit} เรื่องแล้ว กรุณาเขียนต่อในเรื่องเดิม หรือปิดเรื่องที่เรียบร้อยแล้วก่อน", "You already have {limit} open conversations with us. Please continue in one of them, or close one that is settled.";
    support_thread_full, 409, "เรื่องนี้มีข้อความครบ {limit} ข้อความแล้ว กรุณาเริ่มเรื่องใหม่", "This conversation has reached {limit} messages. Please start a new one.";
    support_text_too_long, 422, "ข้อความยาวเกินไป ใส่ได้ไม่เกิน 2,000 ตัวอักษร", "This message is too long. The limit is 2,000 characters.";
    support_pictures_too_many, 422, "แนบรูปได้ไม่เกิน 4 รูปต่อข้อความ", "A message can have at most 4 pictures.";
    support_pictures_limit, 409, "แนบรูปได้ไม่เกิน {limit} รูปต่อวัน กรุณาลองใหม่พรุ่งนี้", "At most {limit} pictures a day can be attached. Please try again tomorrow.";
    support_picture_not_found, 404, "ไม่พบรูปนี้", "This picture was not found.";

    // Profile
    user_not_found, 404, "ไม่พบผู้ใช้นี้", "This user was not found.";
    profile_changed, 409, "ข้อมูลส่วนตัวถูกแก้ไขจากที่อื่น กรุณาตรวจสอบแล้วบันทึกอีกครั้ง", "Your profile was changed elsewhere. Please check it and save again.";
    email_fixed, 422, "อีเมลที่ยืนยันแล้วเปลี่ยนที่นี่ไม่ได้", "A verified e-mail address cannot be changed here.";
    organization_unknown, 422, "กรุณาเลือกสถาบันจากรายการ", "Please choose from the list.";
    document_not_found, 404, "ไม่พบเอกสารนี้", "This document was not found.";
    documents_limit, 409, "เก็บเอกสารได้ไม่เกิน {limit} รายการ กรุณาลบเอกสารเก่าก่อน", "At most {limit} documents can be kept. Please delete an old one first.";
    place_unknown, 422, "ไม่ตรงกับที่อยู่ส่วนอื่น กรุณาเลือกจากรายการ", "This does not match the rest of the address. Please choose from the list.";
    login_name_invalid, 422, "กรุณากรอกเบอร์มือถือหรืออีเมล", "Please enter a mobile number or an e-mail address.";
    password_wrong, 422, "เบอร์มือถือ อีเมล หรือรหัสผ่านไม่ถูกต้อง", "The mobile number, e-mail or password is incorrect.";
    password_code_required, 409, "กรอกรหัสผ่านผิดหลายครั้ง จึงต้องใช้รหัส OTP ด้วย หากรหัสผ่านถูกต้อง เราได้ส่งรหัสไปให้เจ้าของบัญชีแล้ว", "After several wrong passwords, a one-time code is also required. If the password was correct, we have sent one to the account's owner.";
    password_not_kept, 403, "บัญชีนี้เข้าสู่ระบบผ่านผู้ให้บริการภายนอก จึงเปลี่ยนรหัสผ่านที่นี่ไม่ได้", "This account logs in through another provider, so its password cannot be changed here.";
    password_format_invalid, 422, "รหัสผ่านต้องมี 8 ถึง 30 ตัวอักษร และมีทั้งตัวพิมพ์ใหญ่ ตัวพิมพ์เล็ก และตัวเลข", "A password must have 8 to 30 characters, including an upper-case letter, a lower-case letter and a digit.";
    password_confirmation_differs, 422, "รหัสผ่านใหม่และการยืนยันไม่ตรงกัน", "The new password and its confirmation do not match.";
    password_recent, 422, "ต้องไม่ซ้ำกับรหัสผ่านที่เพิ่งใช้", "This must not be a recently used password.";
    password_current_wrong, 422, "รหัสผ่านปัจจุบันไม่ถูกต้อง", "The current password is incorrect.";

    // Teams
    team_not_found, 404, "ไม่พบทีมนี้", "We could not find this team.";
    offer_not_found, 404, "ไม่พบคำเชิญหรือคำขอนี้", "We could not find this invitation or request.";
    team_name_invalid, 422, "ชื่อทีมต้องมี 2 ถึง 40 ตัวอักษร ใช้ได้เฉพาะตัวอักษร ตัวเลข เว้นวรรค และ . - _ ' & ! +", "A team name has 2 to 40 characters: letters, digits, spaces and . - _ ' & ! +";
    team_name_taken, 422, "มีทีมที่ใช้ชื่อนี้หรือชื่อที่ดูเหมือนกันแล้ว กรุณาตั้งชื่ออื่น", "Another team has this name, or one that looks the same. Please choose another.";
    team_short_name_invalid, 422, "ชื่อย่อต้องมี 2 ถึง 6 ตัวอักษรหรือตัวเลข", "A short name has 2 to 6 letters or digits.";
    team_picture_unknown, 422, "ไม่พบรูปนี้ กรุณาอัปโหลดใหม่", "This picture was not found. Please upload it again.";
    team_changed, 409, "ข้อมูลทีมถูกแก้ไขจากที่อื่น กรุณาตรวจสอบแล้วบันทึกอีกครั้ง", "The team was changed elsewhere. Please check it and save again.";
    team_disbanded, 409, "ทีมนี้ยุบไปแล้ว", "This team has been disbanded.";
    team_full, 409, "ทีมนี้มีสมาชิกครบ {limit} คนแล้ว", "This team already has {limit} members.";
    team_already_joined, 409, "คุณมีทีมอยู่แล้ว ต้องออกจากทีมเดิมก่อน", "You are already in a team. Leave it first.";
    team_person_taken, 409, "ผู้ใช้รายนี้มีทีมอยู่แล้ว", "This person is already in a team.";
    team_person_suspended, 409, "บัญชีของผู้ใช้รายนี้ถูกระงับ", "This person's account is suspended.";
    team_person_unready, 409, "ผู้ใช้รายนี้ยังไม่ได้ยืนยันตัวตนหรือยังไม่ยอมรับข้อกำหนด", "This person has not verified their account or accepted the terms yet.";
    team_member_not_found, 404, "ไม่พบสมาชิกรายนี้ในทีม", "We could not find this member in the team.";
    team_self, 409, "ทำรายการนี้กับตนเองไม่ได้", "You cannot do this to yourself.";
    team_captain_leaving, 409, "กัปตันต้องแต่งตั้งกัปตันคนใหม่ก่อน หรือยุบทีม", "A captain must appoint a new captain or disband the team first.";
    team_captain_only, 409, "กัปตันถูกระงับอยู่ ผู้ทำหน้าที่แทนทำรายการนี้ไม่ได้", "The captain is suspended; whoever acts for them cannot do this.";
    team_leave_not_requested, 409, "สมาชิกรายนี้ไม่ได้ขอออกจากทีม หรือยกเลิกคำขอไปแล้ว", "This member has not asked to leave, or has withdrawn the request.";
    team_in_tournament, 409, "ทีมสมัครทัวร์นาเมนต์ “{tournament}” ไว้ กรุณาถอนใบสมัครก่อน", "The team is entered in “{tournament}”. Please withdraw from it first.";
    team_own_tournament, 409, "ทีมนี้สมัครทัวร์นาเมนต์ “{tournament}” ซึ่งผู้ใช้รายนี้เป็นผู้จัด ผู้จัดร่วม หรือผู้ช่วย จึงเข้าทีมไม่ได้", "The team is entered in “{tournament}”, which this person runs or helps to run, so they cannot join.";
    offer_over, 409, "คำเชิญหรือคำขอนี้สิ้นสุดไปแล้ว", "This invitation or request is no longer open.";
    offer_not_yours, 409, "รายการนี้ต้องให้อีกฝ่ายเป็นผู้ตอบ", "Only the other side can answer this.";
    offer_too_soon, 409, "เพิ่งมีคำเชิญหรือคำขอเดียวกันนี้ กรุณาลองใหม่ในวันถัดไป", "The same invitation or request was made recently. Please try again tomorrow.";
    offers_limit, 409, "มีรายการที่รอคำตอบครบ {limit} รายการแล้ว กรุณารอหรือยกเลิกรายการเดิมก่อน", "{limit} invitations or requests are already waiting for an answer. Please wait, or cancel one first.";

    // Tournaments
    tournament_not_found, 404, "ไม่พบทัวร์นาเมนต์นี้", "We could not find this tournament.";
    tournament_changed, 409, "ทัวร์นาเมนต์นี้ถูกแก้ไขจากที่อื่น กรุณาโหลดใหม่แล้วแก้ไขอีกครั้ง", "This tournament was changed elsewhere. Please reload it and make your changes again.";
    tournament_over, 409, "ทัวร์นาเมนต์นี้จบแล้ว จึงเปลี่ยนแปลงไม่ได้", "This tournament is over and can no longer be changed.";
    tournament_published, 409, "เผยแพร่แล้ว ลบไม่ได้ หากไม่จัดแล้วให้ยกเลิกทัวร์นาเมนต์", "This tournament has been published and cannot be deleted. Cancel it if it will not take place.";
    tournament_drafts_limit, 409, "คุณมีแบบร่างครบ {limit} รายการแล้ว กรุณาเผยแพร่หรือลบบางรายการก่อน", "You already have {limit} drafts. Please publish or delete one first.";
    tournaments_limit, 409, "คุณมีทัวร์นาเมนต์ที่ยังไม่จบครบ {limit} รายการแล้ว", "You already run {limit} tournaments that are not over.";
    registration_not_open, 409, "ทัวร์นาเมนต์นี้ไม่ได้เปิดรับสมัครอยู่", "Registration for this tournament is not open.";
    tournament_name_length, 422, "ชื่อทัวร์นาเมนต์ต้องมี 3 ถึง 80 ตัวอักษร", "A tournament's name has 3 to 80 characters.";
    list_too_long, 422, "มีรายการมากเกินไป", "There are too many of these.";
    item_repeated, 422, "ซ้ำกับรายการก่อนหน้า", "This is listed twice.";
    number_out_of_range, 422, "ตัวเลขนี้อยู่นอกช่วงที่ใช้ได้", "This number is out of range.";
    date_invalid, 422, "ไม่มีวันเวลานี้ในปฏิทิน", "There is no such date.";
    date_past, 422, "เวลานี้ผ่านไปแล้ว", "This is in the past.";
    date_too_far, 422, "ต้องอยู่ภายใน 2 ปีนับจากนี้", "This must be within two years from now.";
    date_only_later, 422, "มีผู้สมัครแล้ว จึงเลื่อนออกไปได้อย่างเดียว", "There are entries already, so this can only be moved later.";
    registration_end_order, 422, "ต้องปิดรับสมัครหลังเปิดรับสมัคร", "Registration must close after it opens.";
    draw_order, 422, "ต้องจับสายหลังปิดรับสมัคร", "The draw must come after registration closes.";
    start_order, 422, "ต้องเริ่มแข่งหลังจับสาย", "The competition must start after the draw.";
    end_order, 422, "ต้องจบหลังเริ่มแข่ง", "The end must come after the start.";
    capacity_invalid, 422, "รับได้ตั้งแต่ 2 ถึง 4,096", "The number of entrants must be between 2 and 4,096.";
    capacity_only_upward, 422, "มีผู้สมัครแล้ว จึงเพิ่มจำนวนได้อย่างเดียว", "There are entries already, so places can only be added.";
    esport_game_unknown, 422, "กรุณาเลือกเกมจากรายการ", "Please choose a game from the list.";
    format_not_for_game, 422, "เกมนี้แข่งรูปแบบนี้ไม่ได้", "This game cannot be played in this format.";
    solo_not_for_game, 422, "เกมนี้แข่งแบบเดี่ยวไม่ได้", "This game cannot be played solo.";
    team_size_invalid, 422, "จำนวนตัวจริงไม่ตรงกับเกมนี้", "This game is not played with that many main players.";
    substitutes_invalid, 422, "จำนวนตัวสำรองไม่ตรงกับเกมนี้", "That many substitutes are not possible in this game.";
    group_too_small, 422, "แต่ละกลุ่มต้องมีอย่างน้อย 2 ทีมหรือคน กรุณาลดจำนวนกลุ่ม", "Each group needs at least two entrants. Please use fewer groups.";
    winners_invalid, 422, "จำนวนที่ผ่านเข้ารอบต้องน้อยกว่าจำนวนในกลุ่มที่เล็กที่สุด", "Fewer entrants must advance than the smallest group has.";
    qualifiers_invalid, 422, "จำนวนที่ผ่านเข้าสเตจต่อไปต้องมีอย่างน้อย 2 และน้อยกว่าจำนวนที่แข่งในสเตจนี้", "At least two must advance, and fewer than play in this stage.";
    bracket_qualifiers_invalid, 422, "สเตจแพ้คัดออกต้องส่งต่อ 2, 4, 8, 16 … ทีมหรือคน", "A bracket can advance 2, 4, 8, 16 … entrants.";
    group_qualifiers_invalid, 422, "ต้องเท่ากับจำนวนกลุ่มคูณจำนวนที่ผ่านของแต่ละกลุ่ม", "This must equal the number of groups times those who advance from each.";
    series_invalid, 422, "เลือกได้ 1, 3, 5 หรือ 7 เกม (2 เกมเฉพาะพบกันหมด)", "Choose best of 1, 3, 5 or 7; 2 only in round robin.";
    point_table_unknown, 422, "กรุณาเลือกตารางคะแนนของเกมนี้", "Please choose one of this game's point tables.";
    rush_one_lobby, 422, "จบก่อนแมปสุดท้ายได้เมื่อทั้งกลุ่มแข่งในล็อบบี้เดียวกัน ลองแบ่งกลุ่มเพิ่ม", "A stage can end early only if each group plays in one lobby. Try more groups.";
    stage_matches_too_many, 422, "สเตจนี้จะมีเกิน 20,000 แมตช์ ลองแบ่งกลุ่มให้เล็กลง", "This stage would have more than 20,000 matches. Try smaller groups.";
    review_required, 422, "รายการ Pro ต้องตรวจใบสมัครก่อนรับเข้าแข่ง", "Entries of a Pro tournament must be reviewed.";
    hours_invalid, 422, "เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่ม", "The last hour must come after the first.";
    category_not_yours, 422, "ระดับการศึกษาของคุณจัดรายการประเภทนี้ไม่ได้", "You cannot hold this kind of tournament at your level of education.";
    organization_not_yours, 422, "จัดได้เฉพาะสถาบันของคุณ หรือทุกสถาบัน", "You can hold it for your own school or university, or for all of them.";
    organization_not_needed, 422, "ประเภทนี้เปิดให้ทุกคน ไม่ต้องเลือกสถาบัน", "This kind is open to everybody, so leave this empty.";
    staff_promoter, 422, "ผู้จัดเองไม่ต้องอยู่ในรายชื่อนี้", "The organizer does not belong on this list.";
    staff_repeated, 422, "คนนี้อยู่ในรายชื่อแล้ว", "This person is already on the list.";
    staff_unknown, 422, "คนนี้เป็นทีมงานไม่ได้ ต้องมีบัญชีที่ยืนยันแล้วและไม่ถูกระงับ", "This person cannot join the staff. They need a verified account that is not suspended.";
    staff_plays, 422, "คนนี้เป็นผู้เล่นในทัวร์นาเมนต์นี้", "This person plays in this tournament.";
    picture_not_found, 422, "ไม่พบรูปนี้ กรุณาอัปโหลดใหม่", "This picture was not found. Please upload it again.";
    field_locked, 422, "แก้ไขไม่ได้แล้ว เพราะมีผู้สมัครหรือจับสายแล้ว", "This can no longer be changed: there are entries, or the draw has been published.";
    field_promoter_only, 422, "เฉพาะผู้จัดหลักแก้ไขช่องนี้ได้", "Only the organizer can change this.";
    tournament_cancelled, 409, "ทัวร์นาเมนต์นี้ถูกยกเลิกแล้ว", "This tournament has been cancelled.";

    tournament_stage_not_found, 404, "ทัวร์นาเมนต์นี้ไม่มีสเตจที่แข่งในรูปแบบนี้", "This tournament has no stage of that format.";
    query_too_short, 422, "กรุณาพิมพ์อย่างน้อย 3 ตัวอักษร", "Please type at least 3 characters.";

    // Promoters
    promoter_profile_incomplete, 409, "กรุณากรอกข้อมูลส่วนตัวให้ครบก่อนสมัครเป็นผู้จัดการแข่งขัน", "Please complete your profile before you apply to be an organizer.";
    promoter_kyc_required, 409, "กรุณายืนยันตัวตน (KYC) ก่อนสมัครเป็นผู้จัดการแข่งขัน", "Please confirm your identity (KYC) before you apply to be an organizer.";
    promoter_terms_required, 409, "กรุณาอ่านและยอมรับข้อกำหนดสำหรับผู้จัดการแข่งขันก่อนสมัคร", "Please read and accept the organizer terms before you apply.";
    promoter_terms_outdated, 409, "เราปรับปรุงข้อกำหนดสำหรับผู้จัดการแข่งขันแล้ว กรุณาอ่านฉบับล่าสุดแล้วกดยอมรับอีกครั้ง", "We have updated the organizer terms. Please read and accept the current version.";
    promoter_application_open, 409, "ใบสมัครของคุณกำลังรอทีมงานพิจารณา", "Your application is already being reviewed by our team.";
    promoter_active, 409, "คุณเป็นผู้จัดการแข่งขันอยู่แล้ว ต่ออายุได้ในช่วง {days} วันก่อนสิทธิ์หมดอายุ", "You are already an organizer. You can renew in the last {days} days before your status expires.";
    promoter_application_not_found, 404, "ไม่พบใบสมัครนี้", "We could not find this application.";
    promoter_application_decided, 409, "ใบสมัครนี้ได้รับการพิจารณาไปแล้ว", "This application has already been decided.";
    promoter_self, 409, "พิจารณาใบสมัครหรือสิทธิ์ของตนเองไม่ได้ กรุณาให้ทีมงานคนอื่นดำเนินการ", "You cannot decide on your own application or status. Please ask another member of the team.";
    promoter_not_found, 404, "ไม่พบสิทธิ์ผู้จัดการแข่งขันที่ยังใช้ได้ของสมาชิกคนนี้", "This member is not an organizer.";

    // Registration
    entrant_not_found, 404, "ไม่พบผู้สมัครรายนี้", "We could not find this entrant.";
    entry_changed, 409, "ใบสมัครนี้เปลี่ยนไปแล้ว กรุณาตรวจสอบแล้วลองอีกครั้ง", "This entry has changed in the meantime. Please check it and try again.";
    entry_over, 409, "ใบสมัครนี้สิ้นสุดไปแล้ว", "This entry is no longer active.";
    entry_exists, 409, "ทีมของคุณหรือคุณสมัครทัวร์นาเมนต์นี้ไปแล้ว", "You or your team have already entered this tournament.";
    candidate_entered, 409, "สมัครทัวร์นาเมนต์นี้ไปแล้ว", "Has already entered this tournament.";
    team_needed, 409, "ทัวร์นาเมนต์นี้แข่งเป็นทีม คุณยังไม่มีทีม สร้างทีมหรือขอเข้าทีมก่อน", "This tournament is for teams, and you are not in one yet. Create a team or ask to join one.";
    entry_incomplete, 409, "ใบสมัครนี้ข้อมูลยังไม่ครบ จึงยังรับเข้าแข่งขันไม่ได้", "This entry is not complete yet, so it cannot be accepted.";
    entry_must_stay_complete, 409, "ใบสมัครนี้ได้ที่หรืออยู่ในรายชื่อสำรองแล้ว รายชื่อผู้เล่นใหม่ต้องมีข้อมูลครบก่อนจึงจะเปลี่ยนได้", "This entry has its place or is on the waiting list. A new roster must be complete before it can replace the old one.";
    entry_decision_invalid, 409, "ใบสมัครนี้อยู่ในสถานะที่ดำเนินการนี้ไม่ได้", "This is not possible in the entry's current state.";
    entry_full, 409, "ทัวร์นาเมนต์นี้เต็มแล้ว ใบสมัครยังอยู่ในรายชื่อสำรอง", "This tournament is full. The entry stays on the waiting list.";
    entry_drawn, 409, "ประกาศผลจับสายแล้ว จึงเปลี่ยนแปลงใบสมัครแบบนี้ไม่ได้", "The bracket has been published, so entries can no longer be changed like this.";
    roster_locked, 409, "รายชื่อผู้เล่นล็อกแล้วหลังประกาศผลจับสาย สลับได้เฉพาะตัวจริงกับตัวสำรองที่อยู่ในรายชื่อ", "Rosters are locked since the bracket was published. Only listed main players and substitutes can be exchanged.";
    registration_closed, 409, "ทัวร์นาเมนต์นี้ปิดรับสมัครแล้ว", "This tournament is closed for registration.";
    tournament_entry_refused, 409, "สมัครทัวร์นาเมนต์นี้ไม่ได้", "You can't enter this tournament.";
    tournament_invitation_required, 409, "ทัวร์นาเมนต์นี้ต้องได้รับเชิญจากผู้จัดการแข่งขันจึงจะสมัครได้", "You need an invitation from the organizer to enter this tournament.";
    tournament_not_participating, 409, "ขออภัย คุณไม่ได้เข้าร่วมทัวร์นาเมนต์นี้", "Sorry, but you are not participating in this tournament.";
    players_count_invalid, 422, "กรุณาตรวจสอบจำนวนผู้เล่น", "Check the number of players.";
    players_too_few, 409, "ต้องมีสมาชิกในทีมอย่างน้อย {count} คน", "Must have at least {count} team members.";
    player_not_in_team, 422, "ผู้เล่นคนนี้ไม่ได้อยู่ในทีม", "This player is not a member of the team.";
    player_left, 409, "มีผู้เล่นที่ออกจากทีมแล้ว กรุณาเลือกผู้เล่นคนอื่นแทน", "A player has left the team. Please choose somebody else.";
    player_in_other_entry, 409, "ผู้เล่นคนนี้อยู่ในใบสมัครอื่นของทัวร์นาเมนต์นี้แล้ว", "This player is already in another entry of this tournament.";
    player_suspended, 409, "บัญชีของผู้เล่นคนนี้ถูกระงับ", "This player's account is suspended.";
    player_game_id_missing, 409, "ยังไม่ได้กรอกไอดีเกม", "The game ID is missing.";
    player_game_id_invalid, 422, "รูปแบบไอดีเกมไม่ถูกต้อง", "This game ID does not look right.";
    player_game_id_twice, 422, "ไอดีเกมนี้ซ้ำกับผู้เล่นอีกคนในใบสมัคร", "Another player of this entry has the same game ID.";
    player_academy_missing, 409, "ยังไม่ได้กรอกสถานศึกษาในข้อมูลส่วนตัว", "The school or university is missing in the profile.";
    player_workplace_missing, 409, "ยังไม่ได้กรอกสถานที่ทำงานในข้อมูลส่วนตัว", "The workplace is missing in the profile.";
    player_kyc_missing, 409, "ยังไม่ได้ยืนยันตัวตน (KYC)", "This player has not confirmed their identity (KYC) yet.";
    player_birthday_missing, 409, "ยังไม่ได้กรอกวันเกิดในข้อมูลส่วนตัว", "The date of birth is missing in the profile.";
    player_document_missing, 409, "ยังไม่ได้ส่งเอกสารที่ทัวร์นาเมนต์กำหนด", "A document that the tournament asks for is missing.";
    player_document_not_asked, 422, "ทัวร์นาเมนต์นี้ไม่ได้ขอเอกสารชนิดนี้", "This tournament does not ask for this kind of document.";
    education_level_invalid, 409, "ระดับการศึกษาไม่ถูกต้อง", "Your education level is not correct.";
    university_mismatch, 409, "มหาวิทยาลัยไม่ตรงกับที่ทัวร์นาเมนต์กำหนด", "The university does not match this tournament's.";
    school_mismatch, 409, "โรงเรียนไม่ตรงกับที่ทัวร์นาเมนต์กำหนด", "The school does not match this tournament's.";
    promoter_cannot_enter, 409, "ผู้จัดการแข่งขัน ผู้จัดร่วม และผู้ช่วยลงแข่งในทัวร์นาเมนต์ของตนไม่ได้", "Organizers and assistants can't play in their own tournament.";
    captain_required, 409, "ให้กัปตันเป็นผู้สมัครในนามทีม", "Only your captain can enter the team.";
    entry_reminder_too_soon, 409, "แจ้งเตือนไปแล้วในวันนี้ กรุณาลองใหม่พรุ่งนี้", "A reminder was already sent today. Please try again tomorrow.";
    entry_reminder_needless, 409, "ไม่มีอะไรต้องแจ้งเตือนแล้ว", "There is nothing left to remind anyone of.";
    entry_document_not_found, 404, "ไม่พบเอกสารนี้ในใบสมัคร", "This document does not belong to the entry.";
    tournament_individual, 409, "เชิญทีมไม่ได้ เพราะเป็นการแข่งขันประเภทเดี่ยว", "Teams cannot be invited because this is an individual competition.";
    tournament_of_teams, 409, "เชิญรายบุคคลไม่ได้ เพราะเป็นการแข่งขันประเภททีม", "People cannot be invited one by one because this is a competition of teams.";
    stage_not_found, 404, "ทัวร์นาเมนต์นี้ไม่มีสเตจนี้", "This tournament has no such stage.";
    stage_last, 409, "นี่คือสเตจสุดท้ายแล้ว", "This is the last stage.";
    stage_open, 409, "สเตจนี้ยังไม่จบ ต้องมีผลครบทุกแมตช์และปิดทุกกลุ่มก่อน", "This stage is not over yet: every match needs a result, and every group must be closed.";
    previous_stage_open, 409, "สเตจก่อนหน้ายังไม่จบ จึงยังจับสายสเตจนี้ไม่ได้", "The stage before is not over yet, so this one cannot be drawn.";
    qualifiers_changed, 409, "รายชื่อผู้ผ่านเข้าสเตจหรือผลของรายการนี้ถูกแก้ไขจากที่อื่นแล้ว กรุณาดูรายชื่อล่าสุดก่อนแก้ไขอีกครั้ง", "The qualifiers or results of this tournament were changed elsewhere. Please look at the current list and try again.";
    stage_drawn, 409, "ประกาศสายของสเตจนั้นแล้ว เปลี่ยนรายชื่อไม่ได้", "That stage has been drawn; its entrants can no longer change.";
    stage_first, 409, "สเตจแรกไม่ได้คัดเลือกผู้เข้าแข่งขันจากสเตจก่อนหน้า", "Nobody qualifies for the first stage.";
    // brackets
    bracket_not_found, 404, "ยังไม่ประกาศสายการแข่งขันของสเตจนี้", "The bracket of this stage has not been published yet.";
    bracket_impossible, 409, "จับสายไม่ได้ ต้องมีผู้เข้าแข่งขันอย่างน้อย 2 ทีมหรือ 2 คน และมากกว่าจำนวนที่ไปสเตจต่อไป", "A draw needs at least two teams or players, and more than advance to the next stage.";
    groups_impossible, 409, "ผู้เข้าแข่งขัน {entrants} ทีมหรือคนแบ่งเป็น {groups} กลุ่มไม่ได้ แต่ละกลุ่มต้องมีอย่างน้อย 2", "{entrants} entrants cannot be put into {groups} groups: each needs at least two.";
    bracket_changed, 409, "การจับสายนี้ถูกแก้ไขจากที่อื่น กรุณาโหลดใหม่แล้วแก้ไขอีกครั้ง", "This draw was changed elsewhere. Please reload it and make your changes again.";
    bracket_submitted, 409, "ยืนยันสายนี้แล้ว หากจะแก้ไขให้เปิดแก้ไขใหม่ก่อน", "This draw has been submitted. Reopen it to make changes.";
    bracket_not_submitted, 409, "ยังไม่ได้ยืนยันสาย กรุณายืนยันก่อนประกาศ", "This draw has not been submitted yet. Please submit it before you publish it.";
    bracket_published, 409, "ประกาศสายแล้ว จับใหม่ไม่ได้ สลับได้เฉพาะผู้เข้าแข่งขันที่แมตช์ยังไม่มีผล", "The bracket has been published and cannot be drawn again. You may still swap entrants whose matches have no result.";
    bracket_entrants_changed, 409, "รายชื่อผู้เข้าแข่งขันเปลี่ยนไปหลังจับสาย กรุณาจับสายใหม่", "Entrants came or left after this draw was made. Please draw again.";
    draw_too_early, 409, "ยังเปิดรับสมัครอยู่ ปิดรับสมัครก่อนจึงจะยืนยันสายได้", "Registration is still open. Close it before you submit the draw.";
    draw_seed_invalid, 422, "ซีดต้องเป็นจำนวนเต็มตั้งแต่ 0 ถึง 18446744073709551615", "A seed is a whole number from 0 to 18446744073709551615.";
    draw_pins_invalid, 422, "ตำแหน่งมือวางที่ล็อกไว้ไม่ถูกต้อง ผู้เข้าแข่งขันแต่ละรายล็อกได้ตำแหน่งเดียวและห้ามซ้ำกัน", "These locked seeds are not valid: each entrant has one at most, and no two share one.";
    draw_swaps_invalid, 422, "สลับได้เฉพาะผู้เข้าแข่งขันสองรายในสายนี้", "Only two different entrants of this draw can be swapped.";
    // results
    match_not_found, 404, "ไม่พบแมตช์นี้ หรือคุณไม่ได้เป็นผู้จัดของแมตช์นี้", "This match was not found, or you do not run it.";
    // messages
    thread_not_found, 404, "ไม่พบบทสนทนานี้", "This conversation was not found.";
    message_not_found, 404, "ไม่พบข้อความนี้", "This message was not found.";
    message_too_long, 422, "ข้อความยาวเกินไป ใส่ได้ไม่เกิน 1,000 ตัวอักษร", "This message is too long. The limit is 1,000 characters.";
    broadcast_nobody, 409, "ไม่มีผู้เข้าแข่งขันที่ยังอยู่ในการแข่งขันให้ส่งประกาศถึง", "There is nobody left in this tournament to send it to.";
    broadcast_text_only, 422, "ประกาศมีได้เฉพาะข้อความ กรุณานำรูปออก", "Announcements are text only. Please remove the pictures.";
    mutes_limit, 409, "ปิดเสียงได้ไม่เกิน {limit} คน", "You can mute at most {limit} people.";
    room_picture_not_found, 404, "ไม่พบรูปนี้", "This picture was not found.";
    room_pictures_limit, 409, "ส่งรูปได้ไม่เกิน {limit} รูปต่อวันในที่เดียว กรุณาลองใหม่พรุ่งนี้", "At most {limit} pictures a day can be sent here. Please try again tomorrow.";
    proposal_not_found, 404, "ไม่พบข้อเสนอเวลานี้", "This proposed time was not found.";
    match_changed, 409, "ผลนี้ถูกแก้ไขจากที่อื่น กรุณาโหลดใหม่แล้วลองอีกครั้ง", "This result was changed elsewhere. Please reload it and try again.";
    match_results_fall, 409, "ผลของแมตช์ที่ตามมาจะถูกล้างด้วย กรุณาตรวจรายการแล้วยืนยัน", "Later results depend on this one and would be cleared too. Please check the list and confirm.";
    prize_paid, 409, "มอบรางวัลไปแล้ว จึงเปลี่ยนอันดับของผู้ที่ได้รับไม่ได้", "This prize has been paid out, so its place can no longer change.";
    restore_of_match, 422, "ยกเลิกการปรับแพ้ในแมตช์ได้โดยแก้ผลหรือล้างผลของแมตช์นั้น", "To undo a disqualification from a match, correct or clear its result.";
    title_undecided, 422, "อันดับของผู้เข้าแข่งขันนี้ตัดสินแล้ว กรุณาเลือกว่าจะริบอันดับหรือคงผลไว้", "The place of this entrant is decided. Choose whether it loses the place or the results stay.";
    winner_of_another_place, 422, "ตามผลแข่ง ผู้เข้าแข่งขันนี้ไม่ได้อันดับนี้", "According to the results, this entrant took another place.";
    cut_tie, 409, "คะแนนเท่ากันในอันดับที่ต้องตัดสิน เลือกแข่งตัดสินหรือจับฉลาก", "A place that has to be decided is tied. Let them play it out, or draw lots.";
    group_not_tied, 409, "กลุ่มนี้ไม่มีอันดับเท่ากันที่ต้องตัดสิน", "This group has no tie to settle.";
    group_open, 409, "กลุ่มนี้ยังไม่จบ ต้องมีผลครบก่อน", "This group is not over yet: results are missing.";
    group_closed, 409, "กลุ่มนี้ปิดแล้ว", "This group has been closed.";
    matches_open, 409, "สเตจสุดท้ายยังแข่งไม่ครบ", "The last stage has matches without a result.";
    match_not_survivor, 409, "แมตช์นี้แข่งกันสองฝ่าย ไม่มีผลรายแมป", "This match has two sides, so it has no results by map.";
    map_published, 409, "ประกาศผลแมปนี้แล้ว แก้ได้โดยส่งผลใหม่พร้อมเหตุผล", "This map has been published. To correct it, send the result again with a reason.";
    survivor_ended, 409, "กลุ่มนี้ได้แชมป์แล้ว ไม่ต้องเล่นแมปต่อ", "This group already has a champion, so no more maps are played.";
    survivor_map_unknown, 422, "สเตจนี้ไม่มีแมปนี้", "This stage has no such map.";
    entrant_not_in_heat, 422, "ไม่ได้แข่งในฮีตนี้", "Not in this heat.";
    heat_entrants_missing, 422, "ยังขาดบางทีมหรือบางคนในฮีต หากไม่ได้แข่งให้ระบุว่าไม่มา", "Some entrants of this heat are missing. Mark those who did not play as absent.";
    map_place_invalid, 422, "อันดับต้องอยู่ระหว่าง 1 ถึงจำนวนที่ได้แข่ง", "A place must be between 1 and the number of entrants who played.";
    map_place_taken, 422, "อันดับซ้ำกัน หากได้อันดับร่วมให้ระบุทุกทีม", "This place is given twice. If it is shared, mark everyone who shares it.";
    map_place_left_out, 422, "อันดับขาดช่วง", "A place is missing.";
    map_kills_invalid, 422, "คิลต้องไม่ติดลบ และไม่เกินจำนวนคู่ต่อสู้ทั้งหมด", "Kills must be between 0 and the number of opponents.";
    map_penalty_invalid, 422, "แต้มที่หักต้องอยู่ระหว่าง −999 ถึง 0", "A penalty must be between −999 and 0 points.";
    map_absent_kills, 422, "ผู้ที่ไม่ได้แข่งมีคิลไม่ได้", "Those who did not play cannot have kills.";
    match_touched, 409, "สลับไม่ได้ เพราะแมตช์ของผู้เข้าแข่งขันรายนี้มีผลแล้ว ล้างผลก่อนจึงจะสลับได้", "These entrants cannot be swapped: one of their matches has a result. Clear it first.";
    match_not_ready, 409, "แมตช์นี้ยังไม่รู้คู่แข่งครบทั้งสองฝั่ง จึงยังลงผลไม่ได้", "The sides of this match are not known yet, so it cannot have a result.";
    match_no_result, 409, "แมตช์นี้ไม่มีผลที่ลงไว้ให้ล้าง", "This match has no result to clear.";
    match_of_many, 409, "นี่คือฮีตของหลายทีม กรุณาลงผลเป็นรายแมป", "This heat has several teams. Please enter its results map by map.";
    match_not_open, 409, "ตอนนี้ทำสิ่งนี้กับแมตช์นี้ไม่ได้ กรุณาดูสถานะล่าสุด", "This is not possible for this match right now. Please check its current state.";
    match_reset, 409, "แมตช์นี้ถูกล้างผลหรือเปลี่ยนคู่แข่งไปแล้ว กรุณาดูสถานะล่าสุดก่อนส่งผล", "This match was reset, or its sides have changed. Please check it before you report.";
    match_not_begun, 409, "ยังไม่ถึงเวลาแข่ง ส่งผลได้เมื่อแมตช์หรือรอบนี้เริ่มแล้ว", "This match or its round has not started yet. Report the result once it has.";
    report_given, 409, "ฝ่ายของคุณส่งผลไปแล้ว หากส่งผิดกรุณาแจ้งผู้จัดการแข่งขัน", "Your side has already reported. If that was a mistake, please tell the organizer.";
    no_show_too_early, 409, "แจ้งว่าคู่แข่งไม่มาได้เมื่อเลยเวลานัดไปแล้ว 15 นาที", "You can report a no-show 15 minutes after the match's start time.";
    no_show_none, 409, "อีกฝ่ายไม่มีรายงานที่รอคำตอบจากคุณ จึงไม่มีอะไรให้โต้แย้ง", "The other side has no report waiting for your answer, so there is nothing to contest.";
    captain_acts, 403, "กัปตันเป็นผู้ดำเนินการแทนทีมในทัวร์นาเมนต์นี้", "In this tournament the captain acts for the team.";
    proof_invalid, 422, "ใช้ได้เฉพาะรูปที่ฝ่ายของคุณส่งในห้องแข่งนี้", "Only pictures that your side sent in this match room can be used as evidence.";
    proofs_too_many, 422, "แนบหลักฐานได้ไม่เกิน {most} รูป", "You can attach at most {most} pictures.";
    time_in_past, 422, "เวลานี้ผ่านไปแล้วหรือใกล้เกินไป กรุณาเลือกเวลาที่ห่างจากตอนนี้อย่างน้อย 10 นาที", "This time has passed or is too soon. Choose one at least ten minutes from now.";
    time_outside_window, 422, "เวลานี้อยู่นอกช่วงเวลาของรอบ", "This time is outside the round's window.";
    time_outside_hours, 422, "เวลานี้อยู่นอกช่วงเวลาแข่งของทัวร์นาเมนต์ (เวลากรุงเทพฯ)", "This time is outside the tournament's hours of play (Bangkok time).";
    time_shift_invalid, 422, "ระบุเวลาใหม่ หรือจำนวนนาทีที่เลื่อน อย่างใดอย่างหนึ่ง", "Give either a new time or a number of minutes to move by.";
    time_proposed, 409, "มีข้อเสนอเวลาที่รอคำตอบอยู่แล้ว ตอบข้อเสนอนั้นหรือเสนอเวลาอื่นแทน", "A time has already been proposed. Answer it, or propose another one instead.";
    time_taken, 409, "มีผู้เล่นติดแมตช์อื่นในเวลานี้ กรุณาเลือกเวลาอื่น", "Somebody has another match at that time. Please choose another.";
    proposal_replaced, 409, "ข้อเสนอนี้ถูกแทนที่ ตอบ หรือหมดเวลาไปแล้ว กรุณาดูสถานะล่าสุด", "This proposal was replaced, answered or has expired. Please check the match's current state.";
    proposal_own, 409, "นี่คือข้อเสนอของฝ่ายคุณ รออีกฝ่ายตอบ หรือถอนข้อเสนอ", "This is your own proposal. Wait for the other side, or withdraw it.";
    proposal_not_own, 409, "ถอนได้เฉพาะข้อเสนอของฝ่ายคุณ", "Only the side that made a proposal can withdraw it.";
    match_no_time, 409, "แมตช์นี้ยังไม่มีเวลาแข่ง", "This match has no time yet.";
    match_not_in_group, 409, "แมตช์นี้ไม่ได้อยู่ในกลุ่ม", "This match is not part of a group.";
    score_invalid, 422, "คะแนนนี้เป็นไปไม่ได้สำหรับซีรีส์นี้ แต่ละเกมต้องมีผู้ชนะ คะแนน 0 ถึง 999 และหยุดเมื่อรู้ผล", "This score is not possible in this series: every game needs a winner, points are 0 to 999, and the series ends once it is decided.";
    entrant_not_out, 409, "ผู้เข้าแข่งขันรายนี้ยังอยู่ในทัวร์นาเมนต์", "This entrant is still in the tournament.";
    reason_required, 422, "กรุณาระบุเหตุผล", "Please give a reason.";
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::ALL;

    /// Collects the code that is compiled into the program. Test modules come at the end of their file; comments and the lists of a call's
    /// refusals do not count.
    fn product_code(folder: &Path, code: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                product_code(&path, code);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("problem/codes.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                code.extend(text.lines().flat_map(|line| [line.split("//").next().unwrap_or_default(), "\n"]));
            }
        }
    }

    #[test]
    fn every_code_is_raised() {
        let mut code = String::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for folder in ["api/src", "crates"] {
            product_code(&root.join(folder), &mut code);
        }
        let raised: std::collections::HashSet<&str> = code
            .split(|character: char| !character.is_alphanumeric() && character != '_' && character != ':')
            .flat_map(|word| word.rsplit_once("::").map(|(_, name)| name))
            .chain(code.split("use codes::{").skip(1).flat_map(|list| list.split('}').next().unwrap_or_default().split(", ")))
            .collect();
        let idle: Vec<&str> = ALL.iter().map(|code| code.name).filter(|name| !raised.contains(name)).collect();
        assert!(idle.is_empty(), "documented, but never raised: {idle:?}");
    }
}
